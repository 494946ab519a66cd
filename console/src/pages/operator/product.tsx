import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { answerOf, api, type Product } from "../../api/client.ts";
import { apisOfProduct } from "../../api/operator-queries.ts";
import { asProblem } from "../../api/problem.ts";
import { apis, products } from "../../api/queries.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Area, Field, Select } from "../../parts/field.tsx";
import { State } from "../../parts/outcome.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { PolicyEditor } from "./policy-editor.tsx";

/** One product: its terms, its policy, its APIs. */
export function ProductPage() {
  const { productId } = useParams({ strict: false }) as { productId: string };
  const query = useQuery(products);
  return (
    <Loaded query={query} what="The product could not be read" rows={8}>
      {({ items }) => {
        const product = items.find(({ id }) => id === productId);
        return product ? (
          <Whole key={product.updated_at} product={product} />
        ) : (
          <Empty
            title={`There is no product ${productId}`}
            action={
              <Link className="btn" to="/products">
                All products
              </Link>
            }
          />
        );
      }}
    </Loaded>
  );
}

function Whole({ product }: { readonly product: Product }) {
  usePageTitle(product.display_name);
  return (
    <>
      <Head
        crumb={
          <>
            <Link to="/products">Products</Link> / {product.id}
          </>
        }
        title={<span dir="auto">{product.display_name}</span>}
      >
        <State state={product.state} />
      </Head>
      <div className="cols">
        <Section className="c5" title="Terms">
          <Terms product={product} />
        </Section>
        <Section
          className="c7"
          title="Policy"
          note="What calls under this product may do and cost. A change holds from the next call on, on every node."
        >
          <PolicyEditor product={product} />
        </Section>
      </div>
      <ProductApis productId={product.id} />
    </>
  );
}

function Terms({ product }: { readonly product: Product }) {
  const queries = useQueryClient();
  const [values, setValues] = useState({
    display_name: product.display_name,
    description: product.description,
    terms: product.terms,
    credits: product.credits_granted === null ? "" : String(product.credits_granted),
    limit: product.subscriptions_limit === null ? "" : String(product.subscriptions_limit),
    state: product.state,
    approval: product.approval_required ? "yes" : "no",
  });
  const [fault, setFault] = useState("");
  const set = (name: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues({ ...values, [name]: event.target.value });
  const whole = (text: string) => (text.trim() === "" ? null : Number(text.replaceAll(",", "")));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setFault("");
    try {
      await answerOf(
        api.PUT("/products/{id}", {
          params: { path: { id: product.id } },
          body: {
            display_name: values.display_name,
            description: values.description,
            terms: values.terms,
            subscription_required: product.subscription_required,
            approval_required: values.approval === "yes",
            subscriptions_limit: whole(values.limit),
            credits_granted: whole(values.credits),
            state: values.state,
            policy: product.policy,
          },
        }),
      );
      await queries.invalidateQueries({ queryKey: ["products"] });
      showToast("The terms are saved");
    } catch (error) {
      setFault(asProblem(error).message);
    }
  };
  return (
    <form className="form" onSubmit={save}>
      <Field
        label="Name"
        required
        maxLength={100}
        dir="auto"
        value={values.display_name}
        onChange={set("display_name")}
      />
      <Field label="Description" dir="auto" value={values.description} onChange={set("description")} />
      <Area label="Terms" dir="auto" value={values.terms} onChange={set("terms")} />
      <Field
        label="Credits that a subscription begins with"
        inputMode="numeric"
        value={values.credits}
        hint="Empty: no limit. Subscriptions that exist keep what they have."
        onChange={set("credits")}
      />
      <Field
        label="Subscriptions an account may ever have"
        inputMode="numeric"
        value={values.limit}
        hint="Empty: as many as it likes."
        onChange={set("limit")}
      />
      <Select label="Approval" value={values.approval} onChange={set("approval")}>
        <option value="no">Starts at once</option>
        <option value="yes">An operator approves</option>
      </Select>
      <Select
        label="State"
        value={values.state}
        onChange={set("state")}
        hint="Only published products are shown to customers."
      >
        <option value="published">Published</option>
        <option value="not_published">Not published</option>
      </Select>
      {fault && (
        <p role="alert" className="fault">
          {fault}
        </p>
      )}
      <Button type="submit">Save terms</Button>
    </form>
  );
}

function ProductApis({ productId }: { readonly productId: string }) {
  const queries = useQueryClient();
  const all = useQuery(apis);
  const own = useQuery(apisOfProduct(productId));
  const toggle = async (apiId: string, has: boolean) => {
    const params = { path: { id: productId, api_id: apiId } };
    try {
      if (has) await answerOf(api.DELETE("/products/{id}/apis/{api_id}", { params }));
      else await answerOf(api.PUT("/products/{id}/apis/{api_id}", { params }));
      await queries.invalidateQueries({ queryKey: ["products", productId] });
      showToast(has ? "Taken out of the product" : "Put into the product");
    } catch (error) {
      showToast(asProblem(error).message);
    }
  };
  return (
    <Section title="APIs" note="Calls of an API that is not in the product answer 403.">
      <Loaded query={all} what="The APIs could not be read">
        {({ items }) => (
          <ul className="checks">
            {items.map(({ id, display_name }) => {
              const has = own.data?.items.some((one) => one.id === id) ?? false;
              return (
                <li key={id}>
                  <label>
                    <input
                      type="checkbox"
                      checked={has}
                      disabled={!own.data}
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
