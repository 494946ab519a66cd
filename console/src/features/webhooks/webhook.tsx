import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "../../api/account.ts";
import { api, dataOf } from "../../api/client.ts";
import { type Webhook, webhookOf } from "../../api/webhooks.ts";
import { count, moment } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { DeleteSection } from "../../parts/delete-section.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Facts } from "../../parts/facts.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Link, navigate, useSearchState } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { webhooksPath } from "../../parts/side-paths.ts";
import { Loaded } from "../../parts/states.tsx";
import { useChange } from "../../parts/use-change.ts";
import { Deliveries } from "./deliveries.tsx";
import { DeliveryPanel } from "./delivery.tsx";
import { SigningSecret } from "./signing-secret.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookState } from "./webhook-state.tsx";

/** A webhook: what it receives, its secret and its deliveries. */
export function WebhookPage({ params: { webhookId = "" } }: { params: { readonly webhookId?: string } }) {
  usePageTitle(t("Webhook"));
  const { search, change } = useSearchState();
  return (
    <Loaded query={useQuery(webhookOf(webhookId))} what={t("Could not load the webhook")} rows={8}>
      {(webhook) => (
        <div className="reqs">
          <div className="reqs-l">
            <Details webhook={webhook} />
          </div>
          {search.event && (
            <DeliveryPanel webhookId={webhookId} eventId={search.event} close={() => change({ event: "" })} />
          )}
        </div>
      )}
    </Loaded>
  );
}

/** Whether the address gets events that others cause. */
const addressState = (confirmed: boolean): string =>
  confirmed
    ? t("Confirmed")
    : t(
        "Not confirmed: it gets no dataset.changed or watch.changed. Send a test event, and have your receiver return its challenge.",
      );

function Details({ webhook }: { webhook: Webhook }) {
  const { id, url, user_id: userId, types, credit_thresholds: thresholds, description } = webhook;
  const operator = useAccount().role === "operator";
  return (
    <>
      <Head
        crumb={
          <>
            <Link to={webhooksPath()}>{t("Webhooks")}</Link> / {new URL(url).hostname}
          </>
        }
        title={<bdi>{url}</bdi>}
        actions={<Actions webhook={webhook} />}
      >
        {description ? <bdi>{description}</bdi> : null}
      </Head>
      <div className="cols">
        <Section className="c6" title={t("Events")}>
          <Facts
            facts={[
              [t("State"), <WebhookState key="state" webhook={webhook} />],
              ...(userId === null ? [] : ([[t("Address"), addressState(webhook.confirmed)]] as const)),
              [t("Types"), types.join(", ")],
              ...(types.includes("credits.low")
                ? ([[t("Low credits at"), thresholds.map(count).join(", ")]] as const)
                : []),
              [t("Created"), `${moment(webhook.created_at)} UTC`],
              ...(operator
                ? ([
                    [
                      t("Owner"),
                      userId === null ? (
                        t("Operators")
                      ) : (
                        <Link key="owner" to={`/customers/${userId}`}>
                          {userId}
                        </Link>
                      ),
                    ],
                  ] as const)
                : []),
            ]}
          />
        </Section>
        <SigningSecret webhookId={id} />
      </div>
      <Deliveries webhook={webhook} />
      <DeleteWebhook id={id} />
    </>
  );
}

function Actions({ webhook }: { webhook: Webhook }) {
  const done = useChange(["webhook", webhook.id], ["webhooks"]);
  const [editing, setEditing] = useState(false);
  const { id, state } = webhook;
  const params = { path: { webhook_id: id } };
  const sendTest = () =>
    done(dataOf(api.POST("/webhooks/{webhook_id}/test", { params })), t("Test event sent"));
  const change = (next: Webhook["state"]) =>
    done(
      dataOf(api.PATCH("/webhooks/{webhook_id}", { params, body: { state: next } })),
      next === "active" ? t("Webhook enabled") : t("Webhook disabled"),
    );
  return (
    <>
      {state === "active" ? (
        <>
          <Button permission="events.change" look="primary" onPress={sendTest} busy={t("Sending")}>
            {t("Send test event")}
          </Button>
          <Button permission="events.change" onPress={() => change("disabled")} busy={t("Disabling")}>
            {t("Disable")}
          </Button>
        </>
      ) : (
        <Button
          permission="events.change"
          look="primary"
          onPress={() => change("active")}
          busy={t("Enabling")}
        >
          {t("Enable")}
        </Button>
      )}
      <Button permission="events.change" onPress={() => setEditing(true)}>
        {t("Edit")}
      </Button>
      {editing && <WebhookForm webhook={webhook} close={() => setEditing(false)} />}
    </>
  );
}

function DeleteWebhook({ id }: { id: string }) {
  const change = useChange(["webhooks"]);
  const remove = () => {
    const call = dataOf(api.DELETE("/webhooks/{webhook_id}", { params: { path: { webhook_id: id } } }));
    return change(
      call.then(() => navigate(webhooksPath())),
      t("Webhook deleted"),
    );
  };
  return (
    <DeleteSection
      permission="events.change"
      title={t("Delete webhook")}
      note={t("It receives no more events, and the log of its deliveries is deleted.")}
      confirm={(close) => (
        <Dialog
          title={t("Delete this webhook?")}
          action={t("Delete webhook")}
          danger
          act={remove}
          close={close}
        >
          <p>{t("This cannot be undone.")}</p>
        </Dialog>
      )}
    />
  );
}
