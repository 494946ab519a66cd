import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { t } from "../../base/language/language.ts";
import { useNames } from "../../pages/usage/use-names.ts";
import { Button } from "../../parts/button.tsx";
import { Chip } from "../../parts/chip.tsx";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { List, usePaged } from "../../parts/list-page.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Link, useSearchState } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { paymentPath } from "../../parts/side-paths.ts";
import { Empty } from "../../parts/states.tsx";
import { hidden } from "../../parts/table.tsx";
import { datesIn } from "../billing/zone-dates.ts";
import { InvoiceLink, useNumbers } from "./invoice-link.tsx";
import { PaymentActions } from "./payment-actions.tsx";
import { type Payment, paymentsOf } from "./payment-queries.ts";
import { kindTexts, stateOf, sumOf } from "./payment-words.ts";

const states = [
  ["problem", t("Needs a decision")],
  ["requested", t("Planned")],
  ["pending", t("Pending")],
  ["paid", t("Paid")],
  ["failed", t("Declined")],
  ["part_refunded", t("Refunded in part")],
  ["refunded", t("Refunded")],
  ["disputed", t("Disputed")],
  ["reversed", t("Dispute lost")],
  ["cancelled", t("Cancelled")],
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
    <Section title={t("Payments")}>
      <div className="filters">
        <FilterSelect label={t("State")} name="state" options={states} />
        <FilterSelect label={t("Kind")} name="kind" options={kinds} />
        {user && (
          <Chip label={t("Customer")} clear={() => change({ user: "", page: "" })}>
            {nameOf(user)}
          </Chip>
        )}
      </div>
      <List
        query={query}
        what={t("Could not load the payments")}
        rows={8}
        empty={
          <Empty
            title={isNarrowed ? t("No matching payments") : t("No payments yet")}
            action={
              isNarrowed && (
                <Button onPress={() => change({ state: "", kind: "", user: "", page: "" })}>
                  {t("Clear filters")}
                </Button>
              )
            }
          >
            {!isNarrowed && t("Payments begin with the first plan or package that a customer buys.")}
          </Empty>
        }
        paged
        caption={t("Payments, newest first")}
        className="note"
        keyOf={({ id }) => id}
        columns={[
          { head: t("Time (UTC)"), cell: (one) => utc.moment(one.created_at) },
          {
            head: t("Customer"),
            cell: ({ account_id }) => (
              <Link to={`/customers/${account_id}`} dir="auto">
                {nameOf(account_id)}
              </Link>
            ),
          },
          {
            head: t("For"),
            cell: (one) => (
              <>
                <Link to={paymentPath(one.id)}>{one.description}</Link>
                <span className="sub">{kindTexts[one.kind]}</span>
              </>
            ),
          },
          { head: t("Amount with VAT"), cell: sumOf, figures: true },
          { head: t("State"), cell: (one) => <PaymentState payment={one} /> },
          { head: t("Invoice"), cell: (one) => <InvoiceLink payment={one} numbers={numbers} /> },
          {
            head: hidden(t("Actions")),
            cell: (one) => <PaymentActions payment={one} customer={nameOf(one.account_id)} />,
            figures: true,
          },
        ]}
      />
    </Section>
  );
}

function PaymentState({ payment }: { payment: Payment }) {
  const [outcome, text] = stateOf(payment);
  const { transfer, method, problem } = payment;
  return (
    <>
      <Mark outcome={problem ? "blocked" : outcome}>{text}</Mark>
      <span className="sub">
        {problem ?? (transfer ? t("Reference {reference}", { reference: transfer.reference }) : method)}
      </span>
    </>
  );
}
