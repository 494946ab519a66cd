import { type ReactNode, useState } from "react";
import { t } from "../../base/language/language.ts";
import { isEmpty } from "../../base/typed-numbers.ts";
import { Field } from "../../parts/field.tsx";
import { Section } from "../../parts/section.tsx";
import { faultsOf, isComplete, termsOf } from "./offer-form.ts";
import { type EditedPackage, OfferPackages } from "./offer-packages.tsx";
import { OfferPreview } from "./offer-preview.tsx";
import { capText } from "./offer-words.ts";
import { AmountTerm, ChoiceTerm, type Draft, FlagTerm, WholeTerm } from "./price-controls.tsx";

interface PriceFieldsProps extends Draft {
  readonly productId: string;
  /** The fields of the plan itself: how it starts, and the credits of a plan that is not sold. */
  readonly own: { readonly starts: ReactNode; readonly credits: ReactNode };
  readonly isPriced: boolean;
  editPackage(one: EditedPackage): void;
  /** Undefined for a plan that has had a price, and keeps one. */
  readonly setPriced: ((isPriced: boolean) => void) | undefined;
}

/** The price of a plan. Fields that differ from the newest version are outlined, and show its value. */
export function PriceFields(props: PriceFieldsProps) {
  const { productId, own, isPriced, setPriced, editPackage, ...draft } = props;
  return (
    <Section title={t("Price")} id="price" note={t("Prices are without VAT.")}>
      {setPriced && (
        <label className="check">
          <input type="checkbox" checked={isPriced} onChange={() => setPriced(!isPriced)} />
          {t("Sold at a price")}
        </label>
      )}
      {isPriced ? (
        <>
          <div className="fields3">
            <AmountTerm {...draft} name="price_minor" />
            <ChoiceTerm {...draft} name="price_every" />
            <WholeTerm {...draft} name="credits" />
            {draft.form.credits_every === "month" && <ChoiceTerm {...draft} name="carry_over" />}
            <AmountTerm {...draft} name="overage_minor" />
            {own.starts}
            {!isEmpty(draft.form.overage_minor) && <BeyondFields {...draft} />}
          </div>
          <MoreTerms {...draft} productId={productId} editPackage={editPackage} />
        </>
      ) : (
        <div className="fields3">
          {own.credits}
          {own.starts}
        </div>
      )}
    </Section>
  );
}

function BeyondFields(draft: Draft) {
  const cap = isComplete(draft.form) ? capText(termsOf(draft.form)) : undefined;
  return (
    <>
      <WholeTerm {...draft} name="overage_per" />
      <WholeTerm {...draft} name="overage_cap_max" hint={cap && t("{cap} per period.", { cap })} />
    </>
  );
}

/** What few plans need. */
function MoreTerms(props: Draft & Pick<PriceFieldsProps, "productId" | "editPackage">) {
  const { productId, editPackage, ...draft } = props;
  const { form, before, change } = draft;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="datat" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("Packages and more terms")}</summary>
      <div className="fields3 note">
        {!before && (
          <Field
            label={t("Currency")}
            autoComplete="off"
            maxLength={3}
            hint={t("ISO 4217. It does not change later.")}
            fault={faultsOf(form, false).currency}
            value={form.currency}
            change={(currency) => change({ ...form, currency })}
          />
        )}
        <ChoiceTerm {...draft} name="credits_every" />
        <WholeTerm {...draft} name="notice_days" />
        <WholeTerm {...draft} name="members_max" />
        <WholeTerm {...draft} name="connector_credits_per_day" />
      </div>
      <OfferPackages
        packages={form.packages}
        before={before?.packages}
        currency={form.currency}
        change={(packages) => change({ ...form, packages: [...packages] })}
        edit={editPackage}
      />
      <div className="note">
        <FlagTerm {...draft} name="invoice_allowed">
          {t("Customers can pay by invoice")}
        </FlagTerm>
        <FlagTerm {...draft} name="on_sale">
          {t("On sale: on the price page, and for new customers")}
        </FlagTerm>
      </div>
      {isOpen && <OfferPreview productId={productId} draft={isComplete(form) ? termsOf(form) : undefined} />}
    </details>
  );
}
