import { setSystemTime } from "bun:test";
import { Webhook as Judge } from "standardwebhooks";
import { type Asker, asker, signedIn } from "../../../../test/callers.ts";
import type { Kind } from "../../../../test/database/databases.ts";
import { type Account, signUp, startService, type TestService } from "../../../../test/harness.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import { opened } from "../../../running/opened.ts";
import { Deliverer } from "../delivery/deliver.ts";
import { answerOk, type Received, type Receiver, startReceiver } from "./receiver.ts";

/** A service with a customer and the address of their webhooks. */
export interface WebhookScene {
  readonly service: TestService;
  readonly account: Account;
  readonly customer: Asker;
  readonly operator: Asker;
  /** The operator, for the customer: sessions of customers end while the clock advances. */
  readonly own: Asker;
  readonly receiver: Receiver;
  input(): { url: string; types: string[] };
  created(by: Asker, more?: object): Promise<{ id: string; secret: string }>;
  /** Writes an event of the customer's subscription; resolves to its ID. */
  changed(): Promise<string>;
  /** Delivers what is due. */
  deliver(): Promise<void>;
  detailOf(id: string, eventId: string): Promise<DeliveryShown>;
  /** Deletes all webhooks. */
  reset(): Promise<void>;
  end(): Promise<void>;
}

export interface DeliveryShown {
  readonly state: string;
  readonly attempts: number;
  readonly next_attempt_at: string | null;
  readonly log: readonly { readonly error: string | null; readonly response: string | null }[];
}

export async function openWebhookScene(kind: Kind): Promise<WebhookScene> {
  const service = await startService(kind, { VINGATE_WEBHOOKS_MAX: "2" });
  const account = await signUp(service);
  const customer = asker(service, await signedIn(service, account));
  const operator = asker(service, service.operatorHeaders);
  const receiver = startReceiver();
  const webhooks = opened(service.app, Deliverer);
  // The events of before have no receiver.
  await webhooks.tick();
  const input = () => ({ url: `${receiver.url}/hook`, types: ["subscription.changed"] });
  return {
    service,
    account,
    customer,
    operator,
    own: (method, path, json) => operator(method, path, { ...(json as object), user_id: account.userId }),
    receiver,
    input,
    created: async (by, more) =>
      (await by("POST", "/webhooks", { ...input(), ...more })).body as { id: string; secret: string },
    changed: () =>
      writeEvent(service.app.database, service.app.clock(), {
        type: "subscription.changed",
        owner: { subscriptionId: account.subscriptionId },
        data: { subscription_id: account.subscriptionId, former_state: null, state: "active" },
      }),
    async deliver() {
      await webhooks.tick();
      await webhooks.settled();
    },
    detailOf: async (id, eventId) =>
      (await operator("GET", `/webhooks/${id}/deliveries/${eventId}`)).body as DeliveryShown,
    async reset() {
      for (const { id } of (await operator("GET", "/webhooks")).body as { id: string }[])
        await operator("DELETE", `/webhooks/${id}`);
      receiver.answer = answerOk;
      receiver.received.length = 0;
    },
    async end() {
      await receiver.stop();
      await service.end();
    },
  };
}

/** The event of a request, as the reference library reads it at a moment. Throws if the signature is wrong. */
export function verified(secret: string, { body, headers }: Received, at: number): unknown {
  setSystemTime(at);
  try {
    return new Judge(secret).verify(body, headers);
  } finally {
    setSystemTime();
  }
}
