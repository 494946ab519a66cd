import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "../../api/account.ts";
import { countryName } from "../../base/countries.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { EditDetails } from "../papers/edit-details.tsx";
import { type BillingDetails, detailsOf } from "../papers/paper-queries.ts";
import { checkText } from "../papers/paper-words.ts";

/** Whom the invoice names. Country and VAT ID decide the tax, so that `changed` loads the price again. */
export function BilledTo({ changed, isNeeded }: { changed: () => unknown; isNeeded: boolean }) {
  const { id } = useAccount();
  const { data } = useQuery(detailsOf(id));
  // Nothing can be bought before: the form is the first step.
  const [edits, setEdits] = useState(isNeeded);
  const close = () => {
    setEdits(false);
    changed();
  };
  if (!data) return null;
  return (
    <div className="sm note">
      {isNeeded ? (
        t("The invoice names your country and address, and they decide the tax. Enter them first.")
      ) : (
        <T text="Invoice to {buyerText}." buyerText={<bdi>{buyerText(data)}</bdi>} />
      )}{" "}
      {data.tax_id_check && checkText(data.tax_id_check)}{" "}
      <Button
        permission="details.change"
        look={isNeeded ? "primary" : "text"}
        className="invoice"
        onPress={() => setEdits(true)}
      >
        {isNeeded ? t("Enter billing details") : t("Edit billing details")}
      </Button>
      {edits && <EditDetails userId={id} details={data} close={close} />}
    </div>
  );
}

/** `Acme Fleet GmbH, Germany, VAT ID DE123456788`. */
const buyerText = ({ company, name, country, tax_id }: BillingDetails): string =>
  [company ?? name, countryName(country ?? ""), tax_id ? `VAT ID ${tax_id}` : t("no VAT ID")]
    .filter(Boolean)
    .join(", ");
