import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Api, api, dataOf, type Product, versioned } from "../../api/client.ts";
import { apis, apisOfProduct, products } from "../../api/queries.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { shownWhole } from "../../base/typed-numbers.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { State } from "../../parts/outcome.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useEdit, useUnsaved } from "../../parts/use-edit.tsx";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { PlanApis } from "./plan-apis.tsx";
import { DetailsFields, detailsOf, hasDetailFault, requestedDetails } from "./plan-details.tsx";
import { PolicyFields } from "./policy-editor.tsx";
import { formOf, hasPolicyFault, policyOf } from "./policy-form.ts";

/** A plan: details, policy, APIs with their prices. */
export function ProductPage({ params: { productId = "" } }: { params: { readonly productId?: string } }) {
  // A form keeps what was typed while others change the plan; a new number loads it again.
  const [load, setLoad] = useState(0);
  const query = useQuery(products);
  const all = useQuery(apis);
  const own = useQuery(apisOfProduct(productId));
  return (
    <Loaded query={query} what={t("Could not load the plan")} rows={8}>
      {({ items }) => {
        const product = items.find(({ id }) => id === productId);
        if (!product) return <NoPlan productId={productId} />;
        return (
          <Loaded query={all.data ? own : all} what={t("Could not load the APIs")} rows={8}>
            {() => (
              <Plan
                key={`${product.id} ${load}`}
                reload={() => setLoad(load + 1)}
                product={product}
                apis={all.data?.items ?? []}
                own={own.data?.items ?? []}
              />
            )}
          </Loaded>
        );
      }}
    </Loaded>
  );
}

function NoPlan({ productId }: { productId: string }) {
  const all = (
    <Link className="btn" to="/plans">
      {t("View all")}
    </Link>
  );
  return <Empty title={t("No matching plan {productId}", { productId })} action={all} />;
}

interface PlanProps {
  readonly product: Product;
  readonly apis: readonly Api[];
  /** The plan's APIs. */
  readonly own: readonly Api[];
  /** Loads the form again from what is stored. */
  reload(): void;
}

/** A plan with the IDs of its APIs, as its form edits it. */
async function readPlan(id: string) {
  const params = { params: { path: { id } } };
  const { value, etag } = await versioned(api.GET("/products/{id}", params));
  const own = await dataOf(
    api.GET("/products/{id}/apis", { params: { path: { id }, query: { page_size: 1000 } } }),
  );
  return { value: { ...value, apis: own.map((one) => one.id).sort() }, etag };
}

function Plan({ product, apis: all, own, reload }: PlanProps) {
  usePageTitle(product.display_name);
  const queries = useQueryClient();
  const [details, setDetails] = useState(() => detailsOf(product));
  const [policy, setPolicy] = useState(() => formOf(product.policy));
  const [included, setIncluded] = useState<ReadonlySet<string>>(() => new Set(own.map(({ id }) => id)));
  const [confirming, setConfirming] = useState(false);
  const [initial] = useState(() => JSON.stringify([details, policy, [...included]]));
  useUnsaved(JSON.stringify([details, policy, [...included]]), initial);
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ["products"] });
    reload();
  };
  const { save: saveEdit, dialog } = useEdit({
    before: { ...product, apis: own.map(({ id }) => id).sort() },
    read: () => readPlan(product.id),
    saved: async () => {
      await refresh();
      showToast(t("Plan saved"));
    },
    discard: refresh,
  });
  const save = async () => {
    const body = {
      ...requestedDetails(details),
      subscription_required: product.subscription_required,
      policy: policyOf(policy, product.policy),
      apis: [...included].sort(),
    };
    const params = { path: { id: product.id } };
    await saveEdit(body, (headers) => dataOf(api.PUT("/products/{id}", { params, body, headers })));
  };
  const { problem, submit, working } = useForm(async () => {
    if (hasDetailFault(details) || hasPolicyFault(policy)) throw new Error(t("Correct the marked fields."));
    if (details.state === "published" && included.size === 0) setConfirming(true);
    else await save();
  });
  const nameOf = (id: string) => all.find((one) => one.id === id)?.display_name ?? id;
  return (
    <>
      <form onSubmit={submit}>
        <Head
          crumb={
            <>
              <Link to="/plans">{t("Plans")}</Link> / {product.id}
            </>
          }
          title={<bdi>{product.display_name}</bdi>}
        >
          <State state={product.state} />
        </Head>
        <div className="cols">
          <Section className="c5" title={t("Details")}>
            <DetailsFields values={details} change={setDetails} />
          </Section>
          <Section
            className="c7"
            title={t("Policy")}
            note={t("Limits and prices of calls. A change applies to the next call on every node.")}
          >
            <PolicyFields product={product} form={policy} change={setPolicy} nameOf={nameOf} />
          </Section>
        </div>
        <Section
          title={t("APIs and prices")}
          note={t(
            "Calls of other APIs return 403. An API without a price of its own costs as much as any lookup.",
          )}
        >
          <PlanApis
            apis={all}
            included={included}
            include={setIncluded}
            prices={policy.costPerApi}
            usual={shownWhole(policy.cost) || "1"}
            setPrices={(costPerApi) => setPolicy({ ...policy, costPerApi })}
          />
        </Section>
        <div className="savebar">
          <Button
            permission="products.change"
            type="submit"
            look="primary"
            aria-disabled={working || undefined}
          >
            {working ? t("Saving") : t("Save plan")}
          </Button>
          <Fault message={problem?.message} />
        </div>
      </form>
      {dialog}
      {confirming && (
        <Dialog
          title={t("Publish “{displayName}” without APIs?", { displayName: details.display_name })}
          action={t("Publish plan")}
          act={save}
          close={() => setConfirming(false)}
        >
          <p className="muted">
            {t(
              "Customers can subscribe, but every call of their subscriptions returns 403. Include at least one API first.",
            )}
          </p>
        </Dialog>
      )}
    </>
  );
}
