import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "../../api/account.ts";
import { eventTypes, type Webhook, webhooks } from "../../api/webhooks.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { ListPage, usePaged } from "../../parts/list-page.tsx";
import { Link, navigate } from "../../parts/router.tsx";
import { webhooksPath } from "../../parts/side-paths.ts";
import type { Column } from "../../parts/table.tsx";
import { usualTypes, WebhookForm } from "./webhook-form.tsx";
import { WebhookState } from "./webhook-state.tsx";

const columns: readonly Column<Webhook>[] = [
  {
    head: t("Address"),
    cell: ({ id, url, description }) => (
      <>
        <Link to={webhooksPath(`/${id}`)}>
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
  {
    head: t("Events"),
    cell: ({ types }) => t("{types, plural, one {# type} other {# types}}", { types: types.length }),
  },
  { head: t("State"), cell: (webhook) => <WebhookState webhook={webhook} /> },
  { head: t("Created"), cell: (webhook) => day(webhook.created_at) },
];

const ownerColumn: Column<Webhook> = {
  head: t("Owner"),
  cell: ({ user_id: userId }) =>
    userId === null ? t("Operators") : <Link to={`/customers/${userId}`}>{userId}</Link>,
};

/** Webhooks: a customer's own; for an operator those of all. */
export function Webhooks() {
  const operator = useAccount().role === "operator";
  const query = useQuery({ ...webhooks(usePaged()), placeholderData: keepPreviousData });
  // Before the dialog is opened, which chooses among them.
  const types = useQuery(eventTypes);
  const [adding, setAdding] = useState(false);
  return (
    <>
      <ListPage
        title={t("Webhooks")}
        note={
          <T
            text="Your server receives events within seconds, signed as <link>Standard Webhooks</link>. Failed deliveries are retried for three days."
            link={(words) => <Link to="/docs/webhooks">{words}</Link>}
          />
        }
        actions={
          <Button permission="events.change" look="primary" onPress={() => setAdding(true)}>
            {t("Add webhook")}
          </Button>
        }
        what={t("the webhooks")}
        query={query}
        empty={t("No webhooks yet")}
        emptyNote={t("Add one to learn of low credits, changed keys, new data and watched VINs.")}
        table={{
          caption: t("Webhooks"),
          keyOf: ({ id }) => id,
          columns: operator ? [...columns, ownerColumn] : columns,
        }}
        paged
      />
      {adding && (
        <WebhookForm
          types={usualTypes(types.data)}
          close={() => setAdding(false)}
          done={({ id }) => navigate(webhooksPath(`/${id}`))}
        />
      )}
    </>
  );
}
