import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "../../api/account.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { EditDetails } from "../papers/edit-details.tsx";
import { type BillingDetails, detailsOf } from "../papers/paper-queries.ts";
import { countryName } from "../papers/paper-words.ts";

/** Whom the invoice names. Country and VAT ID decide the tax, so that `changed` loads the price again. */
export function BilledTo({ changed }: { changed: () => unknown }) {
  const { id } = useAccount();
  const { data } = useQuery(detailsOf(id));
  const [edits, setEdits] = useState(false);
  const close = () => {
    setEdits(false);
    changed();
  };
  if (!data) return null;
  return (
    <div className="sm note">
      {data.country === null ? (
        t("No billing details yet: country and VAT ID decide the tax.")
      ) : (
        <T text="Invoice to {buyerText}." buyerText={<bdi>{buyerText(data)}</bdi>} />
      )}{" "}
      <Button permission="details.change" look="text" className="invoice" onPress={() => setEdits(true)}>
        {data.country === null ? t("Enter billing details") : t("Edit billing details")}
      </Button>
      {edits && <EditDetails userId={id} details={data} close={close} />}
    </div>
  );
}

/** `Acme Fleet GmbH, Germany, VAT ID DE123456789`. */
const buyerText = ({ company, name, country, tax_id }: BillingDetails): string =>
  [company ?? name, countryName(country ?? ""), tax_id ? `VAT ID ${tax_id}` : t("no VAT ID")]
    .filter(Boolean)
    .join(", ");
