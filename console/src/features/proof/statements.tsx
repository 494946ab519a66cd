import { useQuery } from "@tanstack/react-query";
import { useAccount } from "../../api/account.ts";
import { t } from "../../base/language/language.ts";
import { Mark } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { countColumn, Table } from "../../parts/table.tsx";
import { type ListedStatement, statementsOf } from "./statement-queries.ts";
import { monthName } from "./statement-words.ts";

/** The months of the reader's account. */
export function Statements() {
  const query = useQuery(statementsOf(useAccount().id));
  return (
    <Loaded query={query} what={t("Could not load the statements")} rows={8}>
      {(months) => (
        <>
          <Head title={titleOf(months)}>
            {t(
              "The calls of a month with their prices, each day signed. A statement is final after its month has ended and all days are proved. Then it never changes.",
            )}
          </Head>
          <Section title={t("Months")}>
            <Months months={months} path="/billing/statements" />
          </Section>
        </>
      )}
    </Loaded>
  );
}

/** The months of a customer, for the operator. */
export function CustomerMonths({ userId }: { userId: string }) {
  const query = useQuery(statementsOf(userId));
  return (
    <Section title={t("Statements")}>
      <Loaded query={query} what={t("Could not load the statements")} rows={3}>
        {(months) => <Months months={months} path={`/customers/${userId}/statements`} />}
      </Loaded>
    </Section>
  );
}

function Months({ months, path }: { months: readonly ListedStatement[]; path: string }) {
  return (
    <>
      <Table
        empty={<Empty title={t("No statements yet")}>{t("Make a call. Its month is listed here.")}</Empty>}
        caption={t("Statements, newest first")}
        items={months}
        keyOf={({ month }) => month}
        columns={[
          {
            head: t("Month (UTC)"),
            cell: ({ month }) => <Link to={`${path}/${month}`}>{monthName(month)}</Link>,
          },
          { head: t("State"), cell: StateOf },
          countColumn<ListedStatement>(t("Calls"), ({ calls }) => calls),
          countColumn<ListedStatement>(t("Credits"), ({ credits }) => credits),
        ]}
      />
      {months.some(({ state }) => state === "provisional") && (
        <p className="xs muted note">
          {t("Calls and credits of a provisional month are those of its proved days.")}
        </p>
      )}
    </>
  );
}

const StateOf = ({ state }: ListedStatement) =>
  state === "final" ? (
    <Mark outcome="ok">{t("Final")}</Mark>
  ) : (
    <Mark outcome="other">{t("Provisional")}</Mark>
  );

function titleOf(months: readonly ListedStatement[]): string {
  const finals = months.filter(({ state }) => state === "final");
  if (months.length === 0) return t("No statements yet");
  if (finals.length === 0) return t("No final statement yet");
  const credits = finals.reduce((sum, one) => sum + one.credits, 0);
  return `${t("{finals, plural, one {# final statement} other {# final statements}}", { finals: finals.length })}, ${t("{credits, plural, one {# credit} other {# credits}}", { credits })}`;
}
