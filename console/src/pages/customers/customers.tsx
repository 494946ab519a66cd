import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { downloadReport } from "../../api/download.ts";
import { type Customer, customersBy } from "../../api/operator-queries.ts";
import { products } from "../../api/queries.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { showToast } from "../../base/toast.ts";
import { AddFilter } from "../../parts/add-filter.tsx";
import { Button } from "../../parts/button.tsx";
import { Chip } from "../../parts/chip.tsx";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { ListPage, usePaged } from "../../parts/list-page.tsx";
import { Link, useSearchState } from "../../parts/router.tsx";
import { SearchBox } from "../../parts/search-box.tsx";
import { type Column, countColumn, hidden } from "../../parts/table.tsx";
import { useDo } from "../../parts/use-do.ts";
import { AddCustomer } from "../operator/add-customer.tsx";
import { CustomerState, kindText, nextPayment, planPrice, stateIn, stateOptions } from "./customer-words.tsx";

function Plan(customer: Customer) {
  const { plan, request } = customer;
  if (!plan) return <span className="soft">{t("none")}</span>;
  const requested = request !== null && request !== plan && t("requests {request}", { request });
  return (
    <>
      <span dir="auto">{plan}</span>
      <span className="sub">{requested || planPrice(customer)}</span>
    </>
  );
}

function NextPayment(customer: Customer) {
  const next = nextPayment(customer);
  if (!next) return <span className="soft">{t("none")}</span>;
  return (
    <>
      {next[0]}
      <span className="sub">{next[1]}</span>
    </>
  );
}

/** Approves the request of a row in one press. */
function Approve({ request_id: id, request, name }: Customer) {
  const queries = useQueryClient();
  if (!id) return null;
  const approve = async () => {
    const params = { path: { subscription_id: id } };
    await dataOf(api.PATCH("/subscriptions/{subscription_id}", { params, body: { state: "active" } })).then(
      () => showToast(t("{request} approved for {name}", { request: request ?? "", name })),
      (error: Error) => showToast(error.message),
    );
    await queries.invalidateQueries();
  };
  return (
    <Button permission="subscriptions.change" onPress={approve} busy={t("Approving")}>
      <span>
        <T text="Approve {request}<span> for {name}</span>" request={<bdi>{request}</bdi>} name={name} />
      </span>
    </Button>
  );
}

const columns: readonly Column<Customer>[] = [
  {
    head: t("Customer"),
    cell: (customer) => (
      <>
        <Link to={`/customers/${customer.id}`} dir="auto">
          {customer.name || t("Deleted user")}
        </Link>
        <span className="sub" dir="auto">
          {customer.state !== "deleted" && kindText(customer)}
        </span>
      </>
    ),
  },
  { head: t("Plan"), cell: Plan, labelled: true },
  {
    head: t("Left"),
    cell: ({ plan, credits_left: left }) =>
      left === null ? t("Unlimited") : plan === null ? <span className="soft">0</span> : count(left),
    figures: true,
  },
  countColumn(t("Calls, 30 days"), ({ calls }) => calls),
  { head: t("Next payment"), cell: NextPayment, figures: true },
  { head: t("State"), cell: (customer) => <CustomerState customer={customer} />, labelled: true },
  { head: hidden(t("Actions")), cell: Approve, figures: true },
];

/** People and organizations, those that need an operator first. */
export function Customers() {
  const { search, change } = useSearchState();
  const { text = "", plan } = search;
  const state = stateIn(search.credits === "none" ? "used_up" : search.state);
  const add = useDo("add", "customers.change");
  const plans = useQuery(products).data?.items ?? [];
  const filter = {
    ...(text && { text }),
    ...(state && { state }),
    ...(plan && { product_id: plan }),
  };
  const query = useQuery({ ...customersBy({ ...usePaged(), ...filter }), placeholderData: keepPreviousData });
  const sums = query.data;
  return (
    <>
      <ListPage
        title={
          sums
            ? t(
                "{total, plural, one {# customer} other {# customers}}{needs, plural, =0 {} one {, # needs you} other {, # need you}}",
                { total: sums.total, needs: sums.needs_you },
              )
            : t("Customers")
        }
        note={
          sums
            ? t(
                "{people, plural, one {# person} other {# people}} and {organizations, plural, one {# organization} other {# organizations}}. Those that wait, owe or cannot call are first.",
                { people: sums.total - sums.organizations, organizations: sums.organizations },
              )
            : t("Those that wait, owe or cannot call are first.")
        }
        actions={
          <>
            <Button permission="customers.change" look="primary" onPress={add.open}>
              {t("Add customer")}
            </Button>
            <Button
              busy={t("Downloading")}
              onPress={() => downloadReport("/system/customers", "customers.csv", filter)}
            >
              {t("Download CSV")}
            </Button>
          </>
        }
        filters={
          <div className="finds">
            <SearchBox
              label={t("Search customers")}
              placeholder={t("Name or email")}
              maxLength={200}
              applied={text}
              submit={(typed) => change({ text: typed, page: "" })}
            />
            {plan && (
              <Chip label={t("Plan")} clear={() => change({ plan: "", page: "" })}>
                {plans.find(({ id }) => id === plan)?.display_name ?? plan}
              </Chip>
            )}
            {state && (
              <Chip label={t("State")} clear={() => change({ state: "", credits: "", page: "" })}>
                {new Map(stateOptions).get(state)}
              </Chip>
            )}
            <AddFilter>
              <FilterSelect
                label={t("Plan")}
                name="plan"
                options={plans.map(({ id, display_name }) => [id, display_name] as const)}
              />
              <FilterSelect label={t("State")} name="state" options={stateOptions} />
            </AddFilter>
          </div>
        }
        what={t("the customers")}
        query={query}
        empty={text || state || plan ? t("No customer matches") : t("No customers yet")}
        emptyNote={text && t("The search compares the beginnings of words in names and emails.")}
        narrowedBy={["text", "state", "plan"]}
        table={{ caption: t("Customers"), className: "cust", keyOf: ({ id }) => id, columns }}
        paged
      />
      {add.isOpen && <AddCustomer close={add.close} />}
    </>
  );
}
