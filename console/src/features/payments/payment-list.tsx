import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNames } from "../../pages/usage/use-names.ts";
import { Button } from "../../parts/button.tsx";
import { Chip } from "../../parts/chip.tsx";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { usePaged } from "../../parts/list-page.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Pager } from "../../parts/pager.tsx";
import { Link, useSearchState } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { hidden, Table } from "../../parts/table.tsx";
import { datesIn } from "../billing/zone-dates.ts";
import { InvoiceLink, useNumbers } from "./invoice-link.tsx";
import { PaymentActions } from "./payment-actions.tsx";
import { type Payment, paymentsOf } from "./payment-queries.ts";
import { kindTexts, stateOf, sumOf } from "./payment-words.ts";

const states = [
  ["problem", "Needs a decision"],
  ["requested", "Planned"],
  ["pending", "Pending"],
  ["paid", "Paid"],
  ["failed", "Declined"],
  ["part_refunded", "Refunded in part"],
  ["refunded", "Refunded"],
  ["disputed", "Disputed"],
  ["reversed", "Dispute lost"],
  ["cancelled", "Cancelled"],
] as const satisfies readonly (readonly [Payment["state"] | "problem", string])[];

const kinds = Object.entries(kindTexts) as [Payment["kind"], string][];
const utc = datesIn("UTC");

/** All payments, newest first; the address keeps the filters. */
export function PaymentList() {
  const { search, change } = useSearchState();
  const paged = usePaged();
  const state = states.find(([name]) => name === search.state)?.[0];
  const kind = kinds.find(([name]) => name === search.kind)?.[0];
  const { user } = search;
  const isNarrowed = Boolean(state ?? kind ?? user);
  const query = useQuery({
    ...paymentsOf({ ...paged, state, kind, account_id: user }),
    placeholderData: keepPreviousData,
  });
  const names = useNames([user, ...(query.data?.items.map(({ account_id }) => account_id) ?? [])]);
  const numbers = useNumbers(query.data?.items ?? [], user);
  const nameOf = (id: string) => names.get(id) ?? id;
  return (
    <Section title="Payments">
      <div className="filters">
        <FilterSelect label="State" name="state" options={states} />
        <FilterSelect label="Kind" name="kind" options={kinds} />
        {user && (
          <Chip label="Customer" clear={() => change({ user: "", page: "" })}>
            {nameOf(user)}
          </Chip>
        )}
      </div>
      <Loaded query={query} what="Could not load the payments" rows={8}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty
              title={isNarrowed ? "No matching payments" : "No payments yet"}
              action={
                isNarrowed && (
                  <Button onPress={() => change({ state: "", kind: "", user: "", page: "" })}>
                    Clear filters
                  </Button>
                )
              }
            >
              {!isNarrowed && "Payments begin with the first plan or package that a customer buys."}
            </Empty>
          ) : (
            <>
              <Table
                caption="Payments, newest first"
                className="note"
                items={items}
                keyOf={({ id }) => id}
                columns={[
                  { head: "Time (UTC)", cell: (one) => utc.moment(one.created_at) },
                  {
                    head: "Customer",
                    cell: ({ account_id }) => (
                      <Link to={`/users/${account_id}`} dir="auto">
                        {nameOf(account_id)}
                      </Link>
                    ),
                  },
                  {
                    head: "For",
                    cell: (one) => (
                      <>
                        <Link to={`/payments/${one.id}`}>{one.description}</Link>
                        <span className="sub">{kindTexts[one.kind]}</span>
                      </>
                    ),
                  },
                  { head: "Amount", cell: sumOf, figures: true },
                  { head: "State", cell: (one) => <PaymentState payment={one} /> },
                  { head: "Invoice", cell: (one) => <InvoiceLink payment={one} numbers={numbers} /> },
                  {
                    head: hidden("Actions"),
                    cell: (one) => <PaymentActions payment={one} customer={nameOf(one.account_id)} />,
                    figures: true,
                  },
                ]}
              />
              <Pager
                page={paged.page}
                pageSize={paged.page_size}
                total={total}
                go={(next) => change({ page: String(next) })}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function PaymentState({ payment }: { payment: Payment }) {
  const [outcome, text] = stateOf(payment);
  const { transfer, method, problem } = payment;
  return (
    <>
      <Mark outcome={problem ? "blocked" : outcome}>{text}</Mark>
      <span className="sub">{problem ?? (transfer ? `Reference ${transfer.reference}` : method)}</span>
    </>
  );
}
