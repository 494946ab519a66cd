import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Product } from "../../api/client.ts";
import { asProblem } from "../../api/problem.ts";
import { apis, apisOfProduct, products } from "../../api/queries.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Area, Field, Select } from "../../parts/field.tsx";
import { State, stateText } from "../../parts/outcome.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { PolicyEditor } from "./policy-editor.tsx";

/** A plan: details, policy, APIs. */
export function ProductPage({ params: { productId } }: { params: { readonly productId?: string } }) {
  const query = useQuery(products);
  return (
    <Loaded query={query} what="Could not load the plan" rows={8}>
      {({ items }) => {
        const product = items.find(({ id }) => id === productId);
        if (product) return <Plan key={product.updated_at} product={product} />;
        const all = (
          <Link className="btn" to="/products">
            View all
          </Link>
        );
        return <Empty title={`No matching plan ${productId}`} action={all} />;
      }}
    </Loaded>
  );
}

function Plan({ product }: { product: Product }) {
  usePageTitle(product.display_name);
  return (
    <>
      <Head
        crumb={
          <>
            <Link to="/products">Plans</Link> / {product.id}
          </>
        }
        title={<bdi>{product.display_name}</bdi>}
      >
        <State state={product.state} />
      </Head>
      <div className="cols">
        <Section className="c5" title="Details">
          <Details product={product} />
        </Section>
        <Section
          className="c7"
          title="Policy"
          note="Limits and prices of calls. A change applies to the next call on every node."
        >
          <PolicyEditor product={product} />
        </Section>
      </div>
      <PlanApis productId={product.id} />
    </>
  );
}

const textOf = (value: number | null) => (value === null ? "" : String(value));
const numberIn = (text: string) => (text.trim() === "" ? null : Number(text.replaceAll(",", "")));

function Details({ product }: { product: Product }) {
  const queries = useQueryClient();
  const [values, setValues] = useState({
    display_name: product.display_name,
    description: product.description,
    terms: product.terms,
    credits: textOf(product.credits_granted),
    limit: textOf(product.subscriptions_limit),
    state: product.state as string,
    approval: product.approval_required ? "yes" : "no",
  });
  const { problem, submit } = useForm(async () => {
    const { display_name, description, terms, credits, limit, state, approval } = values;
    const body = {
      display_name,
      description,
      terms,
      subscription_required: product.subscription_required,
      approval_required: approval === "yes",
      subscriptions_limit: numberIn(limit),
      credits_granted: numberIn(credits),
      state: state as Product["state"],
      policy: product.policy,
    };
    await dataOf(api.PUT("/products/{id}", { params: { path: { id: product.id } }, body }));
    await queries.invalidateQueries({ queryKey: ["products"] });
    showToast("Details saved");
  });
  const control = (name: keyof typeof values) => ({
    value: values[name],
    change: (value: string) => setValues({ ...values, [name]: value }),
  });
  return (
    <form className="form" onSubmit={submit}>
      <Field label="Name" required maxLength={100} dir="auto" {...control("display_name")} />
      <Field label="Description" dir="auto" {...control("description")} />
      <Area label="Terms" dir="auto" {...control("terms")} />
      <Field
        label="Initial credits"
        inputMode="numeric"
        hint="Leave empty for unlimited. Existing subscriptions keep their credits."
        {...control("credits")}
      />
      <Field
        label="Subscriptions per user (all time)"
        inputMode="numeric"
        hint="Leave empty for no limit."
        {...control("limit")}
      />
      <Select
        label="Approval"
        options={[
          ["no", "Automatic"],
          ["yes", "Required"],
        ]}
        {...control("approval")}
      />
      <Select
        label="State"
        hint="Customers see published plans only."
        options={["published", "not_published"].map((state) => [state, stateText(state)] as const)}
        {...control("state")}
      />
      <Fault message={problem?.message} />
      <Button type="submit">Save details</Button>
    </form>
  );
}

function PlanApis({ productId }: { productId: string }) {
  const queries = useQueryClient();
  const all = useQuery(apis);
  const own = useQuery(apisOfProduct(productId)).data?.items;
  const toggle = async (apiId: string, has: boolean) => {
    const params = { path: { id: productId, api_id: apiId } };
    try {
      if (has) await dataOf(api.DELETE("/products/{id}/apis/{api_id}", { params }));
      else await dataOf(api.PUT("/products/{id}/apis/{api_id}", { params }));
      await queries.invalidateQueries({ queryKey: ["products", productId] });
      showToast(has ? "API removed" : "API added");
    } catch (error) {
      showToast(asProblem(error).message);
    }
  };
  return (
    <Section title="APIs" note="Calls of other APIs return 403.">
      <Loaded query={all} what="Could not load the APIs">
        {({ items }) => (
          <ul className="checks">
            {items.map(({ id, display_name }) => {
              const has = own?.some((one) => one.id === id) ?? false;
              return (
                <li key={id}>
                  <label>
                    <input
                      type="checkbox"
                      checked={has}
                      disabled={!own}
                      onChange={() => void toggle(id, has)}
                    />
                    {display_name}
                  </label>
                </li>
              );
            })}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}
