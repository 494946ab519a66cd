import type { Operation } from "../../src/calls/context.ts";
import { bodyBytesMax } from "../../src/http/body.ts";
import { type Account, signUp, startService, type TestService, testOrigin } from "../../test/harness.ts";
import { slowest } from "../common/blocked.ts";
import { type Figure, figure } from "../common/figure.ts";
import { slowBodies } from "./slow-bodies.ts";

const goalMs = 5;

function pathOf({ path }: Operation, account: Account): string {
  const values: Record<string, string> = { user_id: account.userId, api_id: "vin-decoder" };
  const id = path.startsWith("/subscriptions") ? account.subscriptionId : "slow";
  return path.replace(/\{([a-z_]+)\}/g, (_, name: string) => values[name] ?? id);
}

function slowestBody(service: TestService, endpoint: Operation, account: Account) {
  const { audience, method } = endpoint;
  const credential = audience === "client" ? service.clientHeaders : service.operatorHeaders;
  const headers: Record<string, string> = audience === "key" ? { "x-AuthKey": account.key } : credential;
  const url = testOrigin + pathOf(endpoint, account);
  return slowest(
    slowBodies(endpoint, endpoint.limits?.bodyBytes ?? bodyBytesMax),
    async ({ name, type, body }) => {
      const init = { method, headers: { ...headers, "content-type": type }, body };
      const response = await service.serve(new Request(url, init), "127.0.0.1");
      const { byteLength } = await response.arrayBuffer();
      if (response.status >= 500) throw new Error(`${endpoint.id} returned ${response.status} for ${name}`);
      return `${name}: ${response.status}, ${byteLength} bytes`;
    },
  );
}

/** The body that blocks the request thread longest, for every operation that takes one. */
export async function benchBodies(): Promise<Figure[]> {
  const service = await startService();
  const account = await signUp(service);
  const figures: Figure[] = [];
  const operations = service.app.operations.filter((endpoint) => endpoint.body);
  // Compiles what every operation executes.
  for (const endpoint of operations.slice(0, 4)) await slowestBody(service, endpoint, account);
  for (const endpoint of operations) {
    // An earlier operation may have ended the subscription.
    const caller = endpoint.audience === "key" ? await signUp(service) : account;
    const { ms, note } = await slowestBody(service, endpoint, caller);
    figures.push(figure(`${endpoint.method} ${endpoint.path}`, ms, "ms", note));
  }
  await service.end();
  const worst = Math.max(...figures.map(({ value }) => value));
  const goal = `the goal is ${goalMs} ms`;
  return [...figures, figure("the longest of all", worst, "ms", worst > goalMs ? `MISSED: ${goal}` : goal)];
}
