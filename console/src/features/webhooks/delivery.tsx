import { useQuery } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { deliveryOf } from "../../api/webhooks.ts";
import { milliseconds, moment } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { State, Status } from "../../parts/outcome.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { type Column, Table, Unknown } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { useChange } from "../../parts/use-change.ts";

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

interface DeliveryProps {
  readonly webhookId: string;
  readonly eventId: string;
  close(): void;
}

/** One event for one webhook: its body and every attempt. */
export function DeliveryPanel({ webhookId, eventId, close }: DeliveryProps) {
  const change = useChange(["webhook", webhookId]);
  const query = useQuery(deliveryOf(webhookId, eventId));
  const sendAgain = () => {
    const params = { path: { webhook_id: webhookId } };
    const call = api.POST("/webhooks/{webhook_id}/replay", { params, body: { event_id: eventId } });
    return change(dataOf(call), t("Event sent again"));
  };
  return (
    <Panel title={t("Delivery")} of={eventId} close={close}>
      <Loaded query={query} what={t("Could not load the delivery")} rows={8}>
        {(delivery) => (
          <>
            <h2 className="pan-u">{delivery.type}</h2>
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
            <p className="actions note">
              <Button permission="events.change" onPress={sendAgain} busy={t("Sending")}>
                {t("Send again")}
              </Button>
            </p>
            <h3 className="pan-s">{t("Attempts")}</h3>
            <Table
              empty={<Empty title={t("No attempts yet")}>{t("The first one is due now.")}</Empty>}
              caption={t("Attempts")}
              items={delivery.log}
              keyOf={({ number }) => number}
              columns={columns}
            />
            <h3 className="pan-s">{t("Body of the event")}</h3>
            <JsonView value={JSON.parse(delivery.body)} label={t("Body of the event")} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}
