import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "../../api/account.ts";
import { countryName } from "../../base/countries.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { addressText } from "./e-invoice-fields.tsx";
import { EditDetails } from "./edit-details.tsx";
import { type BillingDetails, detailsOf } from "./paper-queries.ts";
import { checkText, taxText } from "./paper-words.ts";

export const InvoicesTo = () => <DetailsOf userId={useAccount().id} />;

/** What invoices print of a customer. */
export function DetailsOf({ userId: id }: { userId: string }) {
  const query = useQuery(detailsOf(id));
  const [edits, setEdits] = useState(false);
  const edit = (
    <Button permission="details.change" onPress={() => setEdits(true)}>
      {t("Edit")}
    </Button>
  );
  return (
    <Section
      className="c6"
      title={t("Invoices to")}
      note={t("Printed on later invoices. Those that were issued stay as they are.")}
      aside={query.data?.country && edit}
    >
      <Loaded query={query} what={t("Could not load the billing details")}>
        {(details) =>
          details.country === null ? (
            <Empty title={t("No billing details yet")} action={edit}>
              {t("Country and VAT ID decide the tax on your invoices.")}
            </Empty>
          ) : (
            <Shown details={details} />
          )
        }
      </Loaded>
      {edits && query.data && <EditDetails userId={id} details={query.data} close={() => setEdits(false)} />}
    </Section>
  );
}

function Shown({ details }: { details: BillingDetails }) {
  const { company, name, address, postal_code, city, country, tax_id, order_reference, invoices_to } =
    details;
  const { buyer_reference, electronic_address } = details;
  const place = [
    ...(address ?? []),
    [postal_code, city].filter(Boolean).join(" "),
    countryName(country ?? ""),
  ];
  const none = <span className="soft">{t("none")}</span>;
  const tax = details.tax && taxText(details.tax);
  const check = details.tax_id_check && checkText(details.tax_id_check);
  return (
    <Facts
      facts={[
        [t("Company"), <bdi key="buyer">{[company, name].filter(Boolean).join(", ")}</bdi>],
        [t("Address"), <bdi key="address">{place.filter(Boolean).join(", ")}</bdi>],
        [
          t("VAT ID"),
          <span key="tax">
            {[tax_id ?? t("none"), tax].filter(Boolean).join(". ")}
            {check && <span className="sub">{check}</span>}
          </span>,
        ],
        [
          t("Your reference"),
          order_reference
            ? t("{orderReference}, printed on invoices", { orderReference: order_reference })
            : none,
        ],
        ...(buyer_reference ? [[t("Buyer reference"), buyer_reference] as const] : []),
        ...(electronic_address ? [[t("Electronic address"), addressText(electronic_address)] as const] : []),
        [t("Mail"), invoices_to ?? t("your email")],
        [t("Currency"), details.currency ?? t("that of your first payment")],
      ]}
    />
  );
}
