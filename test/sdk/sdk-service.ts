import { type ClientOptions, Vingate } from "../../sdk/typescript/src/index.ts";
import { systemClock } from "../../src/base/clock.ts";
import type { Serve } from "../../src/calls/dispatch.ts";
import { type Account, startService, type TestService } from "../harness.ts";
import { type Subscribers, subscribers } from "../subscribers.ts";
import { type CuttingRelay, cuttingRelay } from "./cutting-relay.ts";

/** A service behind a relay that cuts answers off. */
export interface SdkService {
  readonly service: TestService;
  readonly who: Subscribers;
  readonly relay: CuttingRelay;
  /** Opens another relay, which the caller closes. */
  openRelay(): Promise<CuttingRelay>;
  readonly operator: Vingate;
  client(account: Account, options?: ClientOptions): Vingate;
  /** The credits that a subscription has used. */
  used(account: Account): Promise<number>;
  end(): Promise<void>;
}

export async function startSdkService(): Promise<SdkService> {
  let serve: Serve | undefined;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => serve!(request, "127.0.0.1"),
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const service = await startService(undefined, { VINGATE_PUBLIC_URL: origin }, { clock: systemClock });
  serve = service.serve;
  const relay = await cuttingRelay(server.port!);
  const who = subscribers(service);
  return {
    service,
    who,
    relay,
    openRelay: () => cuttingRelay(server.port!),
    operator: new Vingate({ token: service.firstRun.operator_token, url: origin }),
    client: ({ key }, options = {}) => new Vingate({ key, url: relay.url, ...options }),
    async used(account) {
      await service.app.metering.flush();
      return who.used(account);
    },
    async end() {
      relay.close();
      await server.stop(true);
      await service.end();
    },
  };
}
