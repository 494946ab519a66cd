import { count, day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Section } from "../../parts/section.tsx";
import { countColumn, Table } from "../../parts/table.tsx";
import { type BlockProps, type StatementGrant, sumOf } from "./statement.ts";
import { freeClasses, sourceName } from "./statement-words.ts";

/** The calls without a price, by class. */
export function FreeCalls({ subscription: { usage } }: BlockProps) {
  const free = freeClasses.map(([name, text]) => ({
    text,
    calls: sumOf(usage.filter((one) => one.class === name)).calls,
  }));
  const { calls } = sumOf(free.map((one) => ({ ...one, credits: 0 })));
  return (
    <Section
      className="c5"
      title={
        calls === 0
          ? t("No free calls")
          : t("{calls, plural, one {# call} other {# calls}} {calls, plural, one {was} other {were}} free", {
              calls,
            })
      }
      note={t("Free calls are in the proof too.")}
    >
      <table className="t">
        <caption className="vh">{t("Free calls")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Free calls")}</th>
            <th scope="col" className="num">
              {t("Calls")}
            </th>
          </tr>
        </thead>
        <tbody>
          {free.map((one) => (
            <tr key={one.text}>
              <th scope="row">{one.text}</th>
              <td className="num">{one.calls === 0 ? <span className="soft">0</span> : count(one.calls)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

/** Where the credits come from. */
export function Grants({ subscription: { grants } }: BlockProps) {
  if (grants.length === 0) return null;
  return (
    <Section
      title={t("Grants")}
      note={t(
        "Where credits come from, when the statement was issued. The newest calls can be missing in Spent. The proof does not contain them.",
      )}
    >
      <Table
        caption={t("Grants")}
        items={grants}
        keyOf={({ id }) => id}
        columns={[
          {
            head: t("Source"),
            cell: ({ source, starts_at }) => (
              <>
                {sourceName(source)}
                <span className="sub">{t("since {day}", { day: day(starts_at) })}</span>
              </>
            ),
          },
          { head: t("Expires"), cell: ({ expires_at }) => (expires_at ? day(expires_at) : t("never")) },
          countColumn<StatementGrant>(t("Credits"), ({ amount }) => amount),
          countColumn<StatementGrant>(t("Spent"), ({ spent }) => spent),
          countColumn<StatementGrant>(t("Expired"), ({ expired }) => expired),
          countColumn<StatementGrant>(t("Removed"), ({ removed }) => removed),
          countColumn<StatementGrant>(
            t("Left"),
            ({ amount, spent, expired, removed }) => amount - spent - expired - removed,
          ),
        ]}
      />
    </Section>
  );
}
