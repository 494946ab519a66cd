import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAccount } from "../../api/account.ts";
import { counted } from "../../base/format.ts";
import { useNames } from "../../pages/usage/use-names.ts";
import { Mark } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { countColumn, Table } from "../../parts/table.tsx";
import { type ListedStatement, statementsOf } from "./statement-queries.ts";
import { monthName } from "./statement-words.ts";

interface StatementsProps {
  /** `userId` is in the address of the operator's page. */
  readonly params: { readonly userId?: string };
}

/** The months of an account. */
export function Statements({ params: { userId } }: StatementsProps) {
  const own = useAccount().id;
  const name = useNames([userId]).get(userId ?? "") ?? userId;
  return (
    <MonthList
      userId={userId ?? own}
      customer={userId}
      crumb={
        userId && (
          <>
            <Link to="/users">Users</Link> /{" "}
            <Link to={`/users/${userId}`} dir="auto">
              {name}
            </Link>{" "}
            / <span>Statements</span>
          </>
        )
      }
    />
  );
}

interface MonthListProps {
  readonly userId: string;
  /** The user whose pages the operator reads. */
  readonly customer: string | undefined;
  readonly crumb: ReactNode;
}

function MonthList({ userId, customer, crumb }: MonthListProps) {
  const query = useQuery(statementsOf(userId));
  const path = customer ? `/users/${customer}/statements` : "/statements";
  return (
    <Loaded query={query} what="Could not load the statements" rows={8}>
      {(months) => (
        <>
          <Head title={titleOf(months)} crumb={crumb}>
            The calls of a month with their prices, each day signed. A statement is final after its month has
            ended and all days are proved. Then it never changes.
          </Head>
          <Section title="Months">
            {months.length === 0 ? (
              <Empty title="No statements yet">Make a call. Its month is listed here.</Empty>
            ) : (
              <Table
                caption="Statements, newest first"
                items={months}
                keyOf={({ month }) => month}
                columns={[
                  {
                    head: "Month (UTC)",
                    cell: ({ month }) => <Link to={`${path}/${month}`}>{monthName(month)}</Link>,
                  },
                  { head: "State", cell: StateOf },
                  countColumn<ListedStatement>("Calls", ({ calls }) => calls),
                  countColumn<ListedStatement>("Credits", ({ credits }) => credits),
                ]}
              />
            )}
            {months.some(({ state }) => state === "provisional") && (
              <p className="xs muted note">
                Calls and credits of a provisional month are those of its proved days.
              </p>
            )}
          </Section>
        </>
      )}
    </Loaded>
  );
}

const StateOf = ({ state }: ListedStatement) =>
  state === "final" ? <Mark outcome="ok">Final</Mark> : <Mark outcome="other">Provisional</Mark>;

function titleOf(months: readonly ListedStatement[]): string {
  const finals = months.filter(({ state }) => state === "final");
  if (months.length === 0) return "No statements yet";
  if (finals.length === 0) return "No final statement yet";
  const credits = finals.reduce((sum, one) => sum + one.credits, 0);
  return `${counted(finals.length, "final statement")}, ${counted(credits, "credit")}`;
}
