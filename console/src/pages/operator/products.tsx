import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { answerOf, api } from "../../api/client.ts";
import { products } from "../../api/queries.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { State } from "../../parts/outcome.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { grantWords, policyWords } from "../../parts/policy-words.ts";
import { queryClient } from "../../parts/query-client.ts";
import { Head } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";

/** The plans that customers subscribe to. */
export function Products() {
  usePageTitle("Products");
  const query = useQuery(products);
  const [creating, setCreating] = useState(false);
  return (
    <>
      <Head title="Products" actions={<Button onPress={() => setCreating(true)}>Create product</Button>}>
        A product is the plan that customers subscribe to: which APIs, how many credits, how fast, at what
        cost.
      </Head>
      <div className="sec tight">
        <Loaded query={query} what="The products could not be read">
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="There is no product">
                Customers cannot subscribe to anything until there is one.
              </Empty>
            ) : (
              <Table
                caption="Products"
                items={items}
                keyOf={({ id }) => id}
                columns={[
                  {
                    head: "Product",
                    cell: (one) => (
                      <>
                        <Link to={`/products/${one.id}`} dir="auto">
                          {one.display_name}
                        </Link>
                        <span className="sub">{one.description}</span>
                      </>
                    ),
                  },
                  { head: "State", cell: ({ state }) => <State state={state} /> },
                  { head: "Grants", cell: ({ credits_granted }) => grantWords(credits_granted) },
                  {
                    head: "Approval",
                    cell: ({ approval_required }) => (approval_required ? "by an operator" : "none needed"),
                  },
                  {
                    head: "Policy",
                    cell: ({ policy }) => <span className="muted">{policyWords(policy).join(" ")}</span>,
                  },
                ]}
              />
            )
          }
        </Loaded>
      </div>
      {creating && <CreateProduct close={() => setCreating(false)} />}
    </>
  );
}

function CreateProduct({ close }: { readonly close: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  const create = async () => {
    await answerOf(
      api.POST("/products/{id}", {
        params: { path: { id } },
        body: { display_name: name, state: "not_published", approval_required: true, credits_granted: 1000 },
      }),
    );
    await queryClient.invalidateQueries({ queryKey: ["products"] });
    await navigate({ to: `/products/${id}` });
  };
  return (
    <Dialog title="Create a product" action="Create product" disabled={id === ""} act={create} close={close}>
      <Field
        label="Name"
        value={name}
        required
        maxLength={100}
        dir="auto"
        onChange={(event) => setName(event.target.value)}
      />
      <p className="muted">
        Its id will be <code>{id || "…"}</code>. It begins unpublished, with 1,000 credits and with approval:
        all of it can be changed on the next page.
      </p>
    </Dialog>
  );
}
