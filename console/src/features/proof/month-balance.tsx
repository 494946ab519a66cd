import { clock, count, day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { type BlockProps, isDay, type StatementRow, sumOf } from "./statement.ts";
import { daySpan, kindName, monthEnds, shortDay, signed } from "./statement-words.ts";

/** Rows of a kind that are shown one by one. */
const shownOfKind = 5;

interface Line {
  readonly key: string;
  readonly name: string;
  readonly note?: string | undefined;
  readonly when: string;
  readonly change: number;
}

/** The opening balance, what changed it, and the closing balance. */
export function MonthBalance({ statement, subscription, customer }: BlockProps) {
  const { opening, closing, days, unproved, ledger } = subscription;
  const { month, state, issued_at: issued } = statement;
  const { from, to } = monthEnds(month);
  const proved = sumOf(days.filter(isDay));
  const lastDay = Math.min(to, issued) - 1;
  const used = proved.credits + unproved.credits;
  if (opening.balance === null || closing.balance === null)
    return (
      <Section className="c7" title={t("Balance")}>
        <p>
          {t(
            "Unlimited credits: calls are counted, and no balance limits them. {used, plural, one {# credit} other {# credits}} used.",
            { used },
          )}
        </p>
      </Section>
    );
  const lines: readonly Line[] = [
    ...changesOf(subscription),
    {
      key: "used",
      name: t("Used by calls"),
      when: daySpan(from, lastDay),
      change: -proved.credits,
    },
    ...(unproved.calls > 0
      ? [
          {
            key: "unproved",
            name: t("Used by calls that are not proved yet"),
            note: t("{calls, plural, one {# call} other {# calls}}", { calls: unproved.calls }),
            when: "",
            change: -unproved.credits,
          },
        ]
      : []),
  ];
  const changes = ledger.reduce((sum, { delta }) => sum + delta, 0);
  return (
    <Section
      className="c7"
      title={t("Balance")}
      aside={<Link to={customer ? `/customers/${customer}` : "/keys"}>{t("Credit history")}</Link>}
    >
      <table className="eq">
        <caption className="vh">{t("Balance of the month")}</caption>
        <tbody>
          <tr className="ends">
            <th scope="row">{t("Opening balance")}</th>
            <td className="when">{shortDay(from)}, 00:00</td>
            <td>{count(opening.balance)}</td>
          </tr>
          {lines.map(({ key, name, note, when, change }) => (
            <tr key={key}>
              <th scope="row">
                {name}
                {note && <span className="sub">{note}</span>}
              </th>
              <td className="when">{when}</td>
              <td>{change === 0 ? <span className="soft">0</span> : signed(change)}</td>
            </tr>
          ))}
          <tr className="ends">
            <th scope="row">{state === "final" ? t("Closing balance") : t("Balance so far")}</th>
            <td className="when">
              {state === "final" || issued >= to
                ? `${shortDay(to)}, 00:00`
                : `${shortDay(issued)}, ${clock(issued, false)}`}
            </td>
            <td>{count(closing.balance)}</td>
          </tr>
        </tbody>
      </table>
      <p className="xs muted note">
        {t(
          "Opening balance + changes − credits of calls = closing balance: {opening} {sign} {change} − {used} = {closing}. Times are in UTC.",
          {
            opening: count(opening.balance),
            sign: changes < 0 ? "−" : "+",
            change: count(Math.abs(changes)),
            used: count(used),
            closing: count(closing.balance),
          },
        )}
      </p>
    </Section>
  );
}

/** The rows of the credit history by kind, in the order of their first ones. Many of a kind are one line. */
function changesOf({ ledger, grants }: BlockProps["subscription"]): Line[] {
  const noteOf = ({ grant_id: id }: StatementRow) => {
    const grant = grants.find((one) => one.id === id);
    return grant?.expires_at ? t("until {day}", { day: day(grant.expires_at) }) : undefined;
  };
  return [...Map.groupBy(ledger, ({ kind }) => kind)].flatMap(([kind, rows]) =>
    rows.length > shownOfKind
      ? [
          {
            key: kind,
            name: kindName(kind),
            note: t("{rows, plural, one {# row} other {# rows}}", { rows: rows.length }),
            when: daySpan(rows[0]!.at, rows.at(-1)!.at),
            change: rows.reduce((sum, { delta }) => sum + delta, 0),
          },
        ]
      : rows.map((row) => ({
          key: row.id,
          name: kindName(kind),
          note: row.delta > 0 ? noteOf(row) : undefined,
          when: `${shortDay(row.at)}, ${clock(row.at, false)}`,
          change: row.delta,
        })),
  );
}
