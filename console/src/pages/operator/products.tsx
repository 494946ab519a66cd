import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Product } from "../../api/client.ts";
import { products } from "../../api/queries.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { textField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { ListPage } from "../../parts/list-page.tsx";
import { State } from "../../parts/outcome.tsx";
import { grantWords, policyWords } from "../../parts/policy-words.ts";
import { queryClient } from "../../parts/query-client.ts";
import { Link, navigate } from "../../parts/router.tsx";
import type { Column } from "../../parts/table.tsx";

const columns: readonly Column<Product>[] = [
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
  { head: t("State"), cell: ({ state }) => <State state={state} /> },
  { head: t("Credits"), cell: ({ credits_granted }) => grantWords(credits_granted) },
  {
    head: t("Approval"),
    cell: ({ approval_required: required }) => (required ? t("Required") : t("Automatic")),
  },
  { head: t("Policy"), cell: ({ policy }) => policyWords(policy).join(" "), className: "muted" },
];

/** The plans that customers subscribe to. */
export function Products() {
  const query = useQuery(products);
  const [creating, setCreating] = useState(false);
  return (
    <>
      <ListPage
        title={t("Plans")}
        note={t(
          "A plan sets the APIs, credits, limits and prices of its subscriptions. The API calls a plan a product.",
        )}
        actions={
          <Button permission="products.change" onPress={() => setCreating(true)}>
            {t("Create plan")}
          </Button>
        }
        what={t("the plans")}
        query={query}
        empty={t("No plans yet")}
        emptyNote={t("Customers need a plan to subscribe to.")}
        table={{ caption: t("Plans"), keyOf: ({ id }) => id, columns }}
      />
      {creating && <CreatePlan close={() => setCreating(false)} />}
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
            body: {
              display_name: name,
              state: "not_published",
              approval_required: true,
              credits_granted: 1000,
            },
          }),
        );
        await queryClient.invalidateQueries({ queryKey: ["products"] });
        await navigate(`/plans/${id}`);
      }}
    >
      {(values) => (
        <p className="muted">
          <T
            text="ID: {id}. The plan starts unpublished, with 1,000 credits and approval required. You can change this on the next page."
            id={<code>{values ? idOf(values.name) : "…"}</code>}
          />
        </p>
      )}
    </FormDialog>
  );
}
