import { useQuery } from "@tanstack/react-query";
import { monthName } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Mark } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { countColumn, Table } from "../../parts/table.tsx";
import { type ListedStatement, statementsOf } from "./statement-queries.ts";

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
