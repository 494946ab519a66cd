import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { deliveryOf } from "../../api/webhooks.ts";
import { milliseconds, moment } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { State, Status } from "../../parts/outcome.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { webhooksPath } from "../../parts/side-paths.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { type Column, Table, Unknown } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";

type Attempt = Schemas["WebhookAttempt"];

const columns: readonly Column<Attempt>[] = [
  { head: t("Attempt"), cell: ({ number }) => number },
  { head: t("Time"), cell: ({ at }) => <Time at={at} /> },
  {
    head: t("Response"),
    cell: ({ response_code: status, error }) =>
      status === null ? (
        error
      ) : (
        <>
          <Status status={status} />
          {error && <span className="sub">{error}</span>}
        </>
      ),
  },
  {
    head: t("Body of the response"),
    cell: ({ response }) => (response ? <bdi>{response}</bdi> : <Unknown>{t("empty")}</Unknown>),
  },
  { head: t("Duration"), cell: ({ time }) => milliseconds(time), figures: true },
];

interface DeliveryParams {
  readonly webhookId?: string;
  readonly eventId?: string;
}

/** One event for one webhook: its body and every attempt. */
export function DeliveryPage({ params: { webhookId = "", eventId = "" } }: { params: DeliveryParams }) {
  usePageTitle(t("Delivery"));
  const queries = useQueryClient();
  const query = useQuery(deliveryOf(webhookId, eventId));
  const sendAgain = async () => {
    await dataOf(
      api.POST("/webhooks/{webhook_id}/replay", {
        params: { path: { webhook_id: webhookId } },
        body: { event_id: eventId },
      }),
    );
    await queries.invalidateQueries({ queryKey: ["webhook", webhookId] });
    showToast(t("Event sent again"));
  };
  return (
    <Loaded query={query} what={t("Could not load the delivery")} rows={8}>
      {(delivery) => (
        <>
          <Head
            crumb={
              <T
                text="<link>Webhooks</link> / <link2>Webhook</link2> / Delivery"
                link={(words) => <Link to={webhooksPath()}>{words}</Link>}
                link2={(words) => <Link to={webhooksPath(`/${webhookId}`)}>{words}</Link>}
              />
            }
            title={delivery.type}
            actions={
              <Button permission="events.change" onPress={sendAgain} busy={t("Sending")}>
                {t("Send again")}
              </Button>
            }
          />
          <Section title={t("Event")}>
            <Facts
              facts={[
                [t("State"), <State key="state" state={delivery.state} />],
                ["ID", <bdi key="id">{delivery.event_id}</bdi>],
                [t("Made"), `${moment(delivery.created_at)} UTC`],
                ...(delivery.next_attempt_at
                  ? ([[t("Next attempt"), `${moment(delivery.next_attempt_at)} UTC`]] as const)
                  : []),
              ]}
            />
          </Section>
          <Section title={t("Body of the event")} note={t("The body of every request for this event.")}>
            <JsonView value={JSON.parse(delivery.body)} label={t("Body of the event")} />
          </Section>
          <Section title={t("Attempts")}>
            <Table
              empty={<Empty title={t("No attempts yet")}>{t("The first one is due now.")}</Empty>}
              caption={t("Attempts")}
              items={delivery.log}
              keyOf={({ number }) => number}
              columns={columns}
            />
          </Section>
        </>
      )}
    </Loaded>
  );
}
