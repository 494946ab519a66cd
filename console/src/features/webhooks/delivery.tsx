import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { deliveryOf } from "../../api/webhooks.ts";
import { milliseconds, moment } from "../../base/format.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { State, Status } from "../../parts/outcome.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { type Column, Table, Unknown } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";

type Attempt = Schemas["WebhookAttempt"];

const columns: readonly Column<Attempt>[] = [
  { head: "Attempt", cell: ({ number }) => number },
  { head: "Time", cell: ({ at }) => <Time at={at} /> },
  {
    head: "Response",
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
    head: "Body of the response",
    cell: ({ response }) => (response ? <bdi>{response}</bdi> : <Unknown>empty</Unknown>),
  },
  { head: "Duration", cell: ({ time }) => milliseconds(time), figures: true },
];

interface DeliveryParams {
  readonly webhookId?: string;
  readonly eventId?: string;
}

/** One event for one webhook: its body and every attempt. */
export function DeliveryPage({ params: { webhookId = "", eventId = "" } }: { params: DeliveryParams }) {
  usePageTitle("Delivery");
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
    showToast("Event sent again");
  };
  return (
    <Loaded query={query} what="Could not load the delivery" rows={8}>
      {(delivery) => (
        <>
          <Head
            crumb={
              <>
                <Link to="/webhooks">Webhooks</Link> / <Link to={`/webhooks/${webhookId}`}>Webhook</Link> /
                Delivery
              </>
            }
            title={delivery.type}
            actions={
              <Button permission="events.change" onPress={sendAgain} busy="Sending">
                Send again
              </Button>
            }
          />
          <Section title="Event">
            <Facts
              facts={[
                ["State", <State key="state" state={delivery.state} />],
                ["ID", <bdi key="id">{delivery.event_id}</bdi>],
                ["Made", `${moment(delivery.created_at)} UTC`],
                ...(delivery.next_attempt_at
                  ? ([["Next attempt", `${moment(delivery.next_attempt_at)} UTC`]] as const)
                  : []),
              ]}
            />
          </Section>
          <Section title="Body" note="The body of every request for this event.">
            <JsonView value={JSON.parse(delivery.body)} label="Body of the event" />
          </Section>
          <Section title="Attempts">
            {delivery.log.length === 0 ? (
              <Empty title="No attempts yet">The first one is due now.</Empty>
            ) : (
              <Table
                caption="Attempts"
                items={delivery.log}
                keyOf={({ number }) => number}
                columns={columns}
              />
            )}
          </Section>
        </>
      )}
    </Loaded>
  );
}
