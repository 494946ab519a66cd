import { useState } from "react";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Choice } from "../../parts/choice.tsx";
import { Field } from "../../parts/field.tsx";
import { Section } from "../../parts/section.tsx";
import type { Offer } from "./offer-queries.ts";
import type { Terms } from "./offer-words.ts";

const dayMs = 86_400_000;
const noticeMost = 365;

/** The day after which the first period begins that pays a version published now. */
export const noticeEnds = (noticeDays: number): string => day(Date.now() + noticeDays * dayMs);

/** The same as a field of a date has it. */
const dateIn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** The customers of all versions; null if the service does not count them. */
export function customersOf(versions: readonly Offer[]): number | null {
  const counts = versions.map(({ subscriptions = null }) => subscriptions);
  if (counts.includes(null)) return null;
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

/** `12 customers`; without a number if it is unknown. */
export const customersText = (customers: number | null): string =>
  customers === null
    ? t("Current customers")
    : t("{customers, plural, one {# customer} other {# customers}}", { customers });

interface WhoPaysProps {
  readonly value: Terms["who_pays"];
  readonly noticeDays: number;
  /** The customers that have a version; null if they are not counted. */
  readonly customers: number | null;
  change(value: Pick<Terms, "who_pays"> & { readonly notice_days?: number }): void;
}

/** Who pays the next version, and what each choice does. */
export function WhoPays({ value, noticeDays, customers, change }: WhoPaysProps) {
  const [hasDate, setHasDate] = useState(false);
  const values = { who: customersText(customers), day: noticeEnds(noticeDays) };
  const after = t(
    "{who}: a mail now, and the new terms from the first period that starts after {day}. Each can leave before.",
    values,
  );
  const choose = (who_pays: Terms["who_pays"], isDated: boolean) => () => {
    setHasDate(isDated);
    change({ who_pays });
  };
  const isNotice = value === "notice";
  return (
    <Section title={t("Who pays the new price")}>
      <fieldset className="radios">
        <legend className="vh">{t("Who pays the new price")}</legend>
        <Choice name="who-pays" checked={value === "new"} choose={choose("new", false)}>
          {t("New customers only")}
          <span className="sub">
            {t("{who}: version and price stay until the plan is changed. No mail is sent.", values)}
          </span>
        </Choice>
        <Choice name="who-pays" checked={isNotice && !hasDate} choose={choose("notice", false)}>
          {t("Everyone, after a notice")}
          <span className="sub">{after}</span>
        </Choice>
        <Choice name="who-pays" checked={isNotice && hasDate} choose={choose("notice", true)}>
          {t("Everyone, from a date")}
          <span className="sub">
            {isNotice && hasDate
              ? after
              : t("Between {first} and {last}", { first: noticeEnds(1), last: noticeEnds(noticeMost) })}
          </span>
        </Choice>
      </fieldset>
      {isNotice && hasDate && (
        <Field
          label={t("From the first period after")}
          type="date"
          required
          min={dateIn(1)}
          max={dateIn(noticeMost)}
          value={dateIn(noticeDays)}
          change={(date) => {
            const days = Math.ceil((Date.parse(`${date}T00:00:00Z`) - Date.now()) / dayMs);
            if (days >= 0 && days <= noticeMost) change({ who_pays: "notice", notice_days: days });
          }}
        />
      )}
    </Section>
  );
}
