import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Choice } from "../../parts/choice.tsx";
import type { Offer } from "./offer-queries.ts";
import type { Terms } from "./offer-words.ts";

const dayMs = 86_400_000;

/** The day after which the first period begins that pays a version published now. */
export const noticeEnds = (noticeDays: number): string => day(Date.now() + noticeDays * dayMs);

/** The subscriptions of all versions; null if the service does not count them. */
export function customersOf(versions: readonly Offer[]): number | null {
  const counts = versions.map(({ subscriptions = null }) => subscriptions);
  if (counts.includes(null)) return null;
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

/** `41 current subscriptions`; without a number if it is unknown. */
export const customersText = (customers: number | null): string =>
  customers === null
    ? t("Current subscriptions")
    : t("{subscriptions, plural, one {# current subscription} other {# current subscriptions}}", {
        subscriptions: customers,
      });

interface WhoPaysProps {
  readonly value: Terms["who_pays"];
  readonly noticeDays: number;
  /** The subscriptions that have a version; null if they are not counted. */
  readonly customers: number | null;
  change(value: Terms["who_pays"]): void;
}

/** Who pays the next version, and what each choice does. */
export function WhoPays({ value, noticeDays, customers, change }: WhoPaysProps) {
  const who = customersText(customers);
  const choices = [
    [
      "new",
      t("New customers only"),
      t("{who}: version and price stay until the plan is changed. No mail is sent.", {
        who,
      }),
    ],
    [
      "notice",
      t("Everyone, after a notice"),
      t(
        "{who}: a mail now, and the new terms from the first period that starts after {day}. Each can leave before.",
        { who, day: noticeEnds(noticeDays) },
      ),
    ],
  ] as const;
  return (
    <fieldset className="radios">
      <legend>{t("Who pays the new version")}</legend>
      {choices.map(([name, label, note]) => (
        <Choice key={name} name="who-pays" checked={value === name} choose={() => change(name)}>
          {label}
          <span className="sub">{note}</span>
        </Choice>
      ))}
    </fieldset>
  );
}
