import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "../../api/account.ts";
import { type Webhook, webhooks } from "../../api/webhooks.ts";
import { counted, day } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { ListPage, usePaged } from "../../parts/list-page.tsx";
import { Link, navigate } from "../../parts/router.tsx";
import type { Column } from "../../parts/table.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookState } from "./webhook-state.tsx";

const columns: readonly Column<Webhook>[] = [
  {
    head: "Address",
    cell: ({ id, url, description }) => (
      <>
        <Link to={`/webhooks/${id}`}>
          <bdi>{url}</bdi>
        </Link>
        {description && (
          <span className="sub" dir="auto">
            {description}
          </span>
        )}
      </>
    ),
  },
  { head: "Events", cell: ({ types }) => counted(types.length, "type") },
  { head: "State", cell: (webhook) => <WebhookState webhook={webhook} /> },
  { head: "Created", cell: (webhook) => day(webhook.created_at) },
];

const ownerColumn: Column<Webhook> = {
  head: "Owner",
  cell: ({ user_id: userId }) =>
    userId === null ? "Operators" : <Link to={`/users/${userId}`}>{userId}</Link>,
};

/** Webhooks: a customer's own; for an operator those of all. */
export function Webhooks() {
  const operator = useAccount().role === "operator";
  const query = useQuery({ ...webhooks(usePaged()), placeholderData: keepPreviousData });
  const [adding, setAdding] = useState(false);
  return (
    <>
      <ListPage
        title="Webhooks"
        note={
          <>
            Your server receives events within seconds, signed as{" "}
            <Link to="/docs/webhooks">Standard Webhooks</Link>. Failed deliveries are retried for three days.
          </>
        }
        actions={
          <Button permission="events.change" look="primary" onPress={() => setAdding(true)}>
            Add webhook
          </Button>
        }
        what="the webhooks"
        query={query}
        empty="No webhooks yet"
        emptyNote="Add one to learn of low credits, changed keys, new data and watched VINs."
        table={{
          caption: "Webhooks",
          keyOf: ({ id }) => id,
          columns: operator ? [...columns, ownerColumn] : columns,
        }}
        paged
      />
      {adding && (
        <WebhookForm close={() => setAdding(false)} done={({ id }) => navigate(`/webhooks/${id}`)} />
      )}
    </>
  );
}
