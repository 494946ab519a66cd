import { useQueries, useQuery } from "@tanstack/react-query";
import { useMay } from "../../api/account.ts";
import { api, dataOf, type Product } from "../../api/client.ts";
import { activeOn } from "../../api/operator-queries.ts";
import { apis, apisOfProduct, products } from "../../api/queries.ts";
import { held } from "../../api/reading.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { textField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { ListPage } from "../../parts/list-page.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { type PlanPrices, pageParts, type SaleState } from "../../parts/page-parts.ts";
import { queryClient } from "../../parts/query-client.ts";
import { Link, navigate } from "../../parts/router.tsx";
import { type Column, Unknown } from "../../parts/table.tsx";
import { useDo } from "../../parts/use-do.ts";

/** What a plan contains and who has it. */
interface Counted {
  readonly isLoading: boolean;
  contentsOf(product: Product): string | undefined;
  customersOf(product: Product): number | undefined;
}

const namedMost = 3;

/** The contents and the customers of plans, in a few requests for each. */
function useCounted(plans: readonly Product[]): Counted {
  const may = useMay();
  const { data, isLoading } = useQuery({ ...apis, enabled: plans.length > 0 });
  const all = data?.total;
  const contents = useQueries({ queries: plans.map(({ id }) => apisOfProduct(id)) });
  const customers = useQueries({
    queries: plans.map(({ id }) => ({
      ...activeOn(id),
      enabled: may("credits.view"),
    })),
  });
  const at = ({ id }: Product) => plans.findIndex((one) => one.id === id);
  return {
    isLoading: isLoading || [...contents, ...customers].some((one) => one.isLoading),
    customersOf: (plan) => customers[at(plan)]?.data?.total,
    contentsOf(plan) {
      const own = contents[at(plan)]?.data;
      if (!own) return undefined;
      if (own.total > namedMost && own.total === all) return t("All {all} APIs", { all: count(own.total) });
      return own.total > namedMost || own.total === 0
        ? t("{apis, plural, one {# API} other {# APIs}}", { apis: own.total })
        : own.items.map(({ display_name }) => display_name).join(", ");
    },
  };
}

const unpriced = (product: Product): SaleState =>
  product.state === "published"
    ? { outcome: "ok", text: t("Published") }
    : { outcome: "other", text: t("Draft") };

function columnsOf(counted: Counted, prices: PlanPrices | undefined): readonly Column<Product>[] {
  return [
    {
      head: t("Plan"),
      cell: (one) => (
        <>
          <Link to={`/plans/${one.id}`} dir="auto">
            {one.display_name}
          </Link>
          <span className="sub">{one.description}</span>
        </>
      ),
    },
    ...(prices?.prices ?? []),
    { head: t("Contents"), labelled: true, cell: (one) => counted.contentsOf(one) ?? <Unknown /> },
    {
      head: t("Customers"),
      figures: true,
      cell(one) {
        const customers = prices?.customersOf(one) ?? counted.customersOf(one);
        return customers === undefined ? (
          <Unknown />
        ) : (
          <Link to={`/customers?plan=${one.id}`}>{count(customers)}</Link>
        );
      },
    },
    ...(prices?.income ?? []),
    {
      head: t("State"),
      cell(one) {
        const state = prices ? prices.stateOf(one) : unpriced(one);
        if (!state) return <Unknown />;
        const { outcome, text, why } = state;
        return (
          <>
            <Mark outcome={outcome}>{text}</Mark>
            {why && <span className="sub">{why}</span>}
          </>
        );
      },
    },
  ];
}

/** The plans that customers have, with their prices. */
export function Plans() {
  const query = useQuery(products);
  const plans = query.data?.items ?? [];
  const counted = useCounted(plans);
  const may = useMay();
  const Prices = pageParts()
    .flatMap(({ planPrices = [] }) => planPrices)
    .find(({ permission }) => may(permission))?.Part;
  const view = (prices?: PlanPrices) => (
    <PlanList query={query} plans={plans} counted={counted} prices={prices} />
  );
  return Prices ? <Prices products={plans}>{view}</Prices> : view();
}

interface PlanListProps {
  readonly query: Parameters<typeof ListPage<Product>>[0]["query"];
  readonly plans: readonly Product[];
  readonly counted: Counted;
  readonly prices: PlanPrices | undefined;
}

function PlanList({ query, plans: all, counted, prices }: PlanListProps) {
  const isHeld = query.data === undefined || counted.isLoading || prices?.isLoading === true;
  const plans = isHeld ? [] : all;
  const create = useDo("create", "products.change");
  const onSale = plans.filter(
    (one) => (prices ? prices.stateOf(one) : unpriced(one))?.outcome === "ok",
  ).length;
  return (
    <>
      <ListPage
        key={String(isHeld)}
        title={
          plans.length === 0
            ? t("Plans")
            : t("{plans, plural, one {# plan} other {# plans}}, {onSale} on sale", {
                plans: plans.length,
                onSale,
              })
        }
        note={[prices?.note, t("Prices are without VAT. The API calls a plan a product.")]
          .filter(Boolean)
          .join(" ")}
        actions={
          <>
            <Button permission="products.change" look="primary" onPress={create.open}>
              {t("Create plan")}
            </Button>
            {prices && (
              <Link className="btn" to="/pricing">
                {t("View price page")}
              </Link>
            )}
          </>
        }
        filters={!isHeld && prices?.notice}
        what={t("the plans")}
        query={held(query, isHeld)}
        empty={t("No plans yet")}
        emptyNote={t("Customers need a plan to subscribe to.")}
        table={{ caption: t("Plans"), keyOf: ({ id }) => id, columns: columnsOf(counted, prices) }}
      />
      {create.isOpen && <CreatePlan close={create.close} />}
    </>
  );
}

const idOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);

function CreatePlan({ close }: { close: () => void }) {
  return (
    <FormDialog
      title={t("Create plan")}
      action={t("Create plan")}
      incomplete={t("Enter a name with letters or digits.")}
      close={close}
      fields={{
        name: {
          ...textField({ label: t("Name"), maxLength: 100 }),
          blocks: (name) => idOf(name) === "",
        },
      }}
      send={async ({ name }) => {
        const id = idOf(name);
        await dataOf(
          api.POST("/products/{id}", {
            params: { path: { id } },
            body: { display_name: name, state: "not_published", credits_granted: 1000 },
          }),
        );
        await queryClient.invalidateQueries({ queryKey: ["products"] });
        await navigate(`/plans/${id}`);
      }}
    >
      {(values) => (
        <p className="muted">
          <T
            text="ID: {id}. The plan is a draft: nobody sees it until you publish it."
            id={<code>{values ? idOf(values.name) : "…"}</code>}
          />
        </p>
      )}
    </FormDialog>
  );
}
