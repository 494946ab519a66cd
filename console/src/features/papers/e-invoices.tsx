import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { createPortal } from "react-dom";
import { einvoiceFileName } from "../../../../src/base/reading/e-invoices/file-names.ts";
import { useAccount } from "../../api/account.ts";
import { downloadFile } from "../../api/download.ts";
import { listed } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { sentText } from "../../base/language/sent.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Select } from "../../parts/field.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { formsOf, type Paper, type PaperForm } from "./paper-queries.ts";

/** Those that receivers require by name are first; PDFs contain the last one. */
const names: Readonly<Record<PaperForm["form"], string>> = {
  xrechnung_ubl: t("XRechnung (UBL)"),
  xrechnung_cii: t("XRechnung (CII)"),
  peppol: t("Peppol (UBL)"),
  en16931_cii: t("EN 16931 (CII)"),
};

const order = Object.keys(names);

type Of = Pick<Paper, "id" | "number" | "account_id">;

/** Opens the forms of e-invoices in which a paper can be downloaded. */
export function EInvoice({ paper }: { paper: Of }) {
  const [isOpen, setOpen] = useState(false);
  const of = <span className="vh"> {t("of {number}", { number: paper.number })}</span>;
  return (
    <>
      <Button look="text" onPress={() => setOpen(true)}>
        <T text="E-invoice{of}" of={of} />
      </Button>
      {isOpen &&
        createPortal(
          <FormsDialog paper={paper} close={() => setOpen(false)} />,
          document.getElementById("root")!,
        )}
    </>
  );
}

function FormsDialog({ paper, close }: { paper: Of; close(): void }) {
  const { id, number } = paper;
  const query = useQuery(formsOf(id));
  const ordered = query.data?.toSorted((a, b) => order.indexOf(a.form) - order.indexOf(b.form)) ?? [];
  const complete = ordered.flatMap(({ form, missing }) => (missing.length === 0 ? form : []));
  const [chosen, choose] = useState<string>("");
  const form = complete.find((one) => one === chosen) ?? complete[0];
  const save = () =>
    form && downloadFile(`/papers/${id}/xml?form=${form}`, einvoiceFileName(number, form), "application/xml");
  return (
    <Dialog
      title={t("E-invoice {number}", { number })}
      action={t("Download XML")}
      busy={t("Downloading")}
      disabled={form === undefined}
      act={save}
      close={close}
    >
      <Loaded query={query} what={t("Could not load the formats")} rows={3}>
        {() => (
          <>
            {form === undefined ? (
              <p>{t("This paper lacks something in every format.")}</p>
            ) : (
              <Select
                label={t("Format")}
                options={complete.map((one) => [one, names[one]] as const)}
                value={form}
                change={choose}
              />
            )}
            <Lacking forms={ordered.filter(({ missing }) => missing.length > 0)} paper={paper} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

const parts = [
  ["buyer", t("Billing details")],
  ["seller", t("Seller")],
  ["paper", t("Invoice")],
] as const;

/** What is missing, each once, with the forms that need it. */
function missingIn(forms: readonly PaperForm[]) {
  const found = new Map<string, PaperForm["missing"][number] & { readonly forms: string[] }>();
  for (const { form, missing } of forms)
    for (const one of missing) {
      const known = found.get(one.text) ?? { ...one, forms: [] };
      known.forms.push(names[form]);
      found.set(one.text, known);
    }
  return [...found.values()];
}

/** What the other forms need, and where it is entered. */
function Lacking({ forms, paper }: { forms: readonly PaperForm[]; paper: Of }) {
  const isOperator = useAccount().role === "operator";
  if (forms.length === 0) return null;
  const all = missingIn(forms);
  // What was removed of a paper is entered nowhere.
  const isRemoved = all.some(({ term }) => term === "BG-7");
  return (
    <>
      {parts.map(([part, title]) => {
        const own = all.filter(({ of }) => of === part);
        return (
          own.length > 0 && (
            <Section key={part} title={title} aside={!isRemoved && <Entered of={part} paper={paper} />}>
              <dl className="sm">
                {own.map(({ term, text, forms: needing }) => (
                  <div key={text}>
                    <dt>{sentText(text)}</dt>
                    <dd className="soft">
                      {term} · {listed(needing)}
                    </dd>
                  </div>
                ))}
              </dl>
            </Section>
          )
        );
      })}
      {!isRemoved && (
        <p className="xs muted">
          {isOperator ? "" : `${t("The operator enters the seller's data.")} `}
          {t("Issued papers do not change: what is entered now is for later ones.")}
        </p>
      )}
    </>
  );
}

/** Where a part is entered, for those who may. */
function Entered({ of, paper }: { of: "buyer" | "seller" | "paper"; paper: Of }) {
  const isOperator = useAccount().role === "operator";
  if (of === "seller" && isOperator) return <Link to="/settings/seller">{t("Enter the seller's data")}</Link>;
  if (of !== "buyer") return null;
  return (
    <Link to={isOperator ? `/customers/${paper.account_id}` : "/billing"}>
      {t("Edit the billing details")}
    </Link>
  );
}
