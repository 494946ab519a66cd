import { createLog } from "../src/base/log.ts";
import { createServe, type Serve } from "../src/calls/dispatch.ts";
import { features } from "../src/features.ts";
import { createApp } from "../src/server/app.ts";
import { freezable } from "./freezable-database.ts";
import { ask, meteringOver, type TestService } from "./harness.ts";
import { goodVin } from "./subscribers.ts";
import { until } from "./until.ts";

/** Another node of a service, which ends as if it was killed. */
export interface EndingNode {
  readonly app: TestService["app"];
  readonly serve: Serve;
  /** From here on only its journal reaches the database. */
  cutOff(): void;
  /** Cuts it off, and ends it. */
  end(): Promise<void>;
}

/** Opens a node that has credits for a key, of which its first lookup costs some. */
export async function openEndingNode(service: TestService, key: string): Promise<EndingNode> {
  const { config, database, vinPack, clock } = service.app;
  const log = createLog(clock, () => undefined);
  const own = freezable(database);
  const over = meteringOver(database);
  const { app } = await createApp(config, features, { database: own, vinPack, clock, log, ...over });
  const serve = createServe(app);
  const decode = () => ask(serve, "GET", `/vin-decoder/${goodVin}`, { headers: { "x-AuthKey": key } });
  await until(async () => (await decode()).status === 200, "the other node has credits");
  return {
    app,
    serve,
    cutOff: () => own.refuse(),
    async end() {
      own.refuse();
      app.process.stopping.abort();
      await app.metering.close();
      app.identity.keys.close();
    },
  };
}
