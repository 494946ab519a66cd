import type { Kind } from "../../../../test/database/databases.ts";
import type { Got } from "../../../../test/harness.ts";
import { hourMs, minuteMs } from "../../../base/durations.ts";
import { opened } from "../../../running/opened.ts";
import { type Customer, day } from "../../billing/test/billed-service.ts";
import { Payments } from "../payments.ts";
import { type PaidService, sold, startPaid } from "./paid-service.ts";
import { newEndpoint } from "./stripe/holdings.ts";
import { secret, signedEvent } from "./stripe-stub.ts";

export const eventsPath = "/payments/stripe/events";

interface Shown {
  readonly problems: readonly { readonly code: string; readonly found: string; readonly advice: string }[];
  readonly [member: string]: unknown;
}

/** A service that watches its provider, and a customer with a plan and a card. */
export interface Watched {
  readonly service: PaidService;
  readonly customer: Customer;
  /** The webhook endpoint that leads here, as its owner has entered it. */
  setEndpoint(events: readonly string[], more?: object): void;
  watch(): Promise<void>;
  /** An hour later, or another time. */
  watchLater(ms?: number): Promise<void>;
  shown(): Promise<Shown>;
  codes(): Promise<string[]>;
  send(type: string, object: object, by?: string): Promise<Got>;
}

export async function startWatched(kind: Kind): Promise<Watched> {
  const service = await startPaid(kind);
  await service.sell("growth", sold);
  await service.at(day("2026-11-21"));
  const customer = await service.subscriber("s1");
  await service.setTime(service.now() + hourMs);
  let number = 0;
  const watch = () => opened(service.app, Payments).watch.watch();
  const shown = async () => (await service.operator("GET", "/payments/provider")).body as Shown;
  const setEndpoint: Watched["setEndpoint"] = (events, more = {}) => {
    const url = `${service.app.config.publicUrl}${eventsPath}`;
    service.stripe.endpoints.splice(0, 9, { ...newEndpoint(events), url, ...more } as never);
  };
  setEndpoint(["*"]);
  return {
    service,
    customer,
    setEndpoint,
    watch,
    async watchLater(ms = hourMs + minuteMs) {
      await service.setTime(service.now() + ms);
      await watch();
    },
    shown,
    codes: async () => (await shown()).problems.map(({ code }) => code),
    send: (type, object, by = secret) =>
      service.ask(
        "POST",
        eventsPath,
        signedEvent(`evt_${number++}_of_watch`, type, object, service.now(), by),
      ),
  };
}
