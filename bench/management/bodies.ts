import type { Operation } from "../../src/calls/context.ts";
import { bodyBytesMax } from "../../src/http/body.ts";
import { allLists } from "../../src/vehicles/nhtsa/all-lists.ts";
import { type Account, signUp, startService, type TestService, testOrigin } from "../../test/harness.ts";
import { type Figure, figure } from "../common/figure.ts";
import { scale } from "../common/settings.ts";
import { slowBodies } from "./slow-bodies.ts";

const goalMs = 5;
/** A pause of another cause (garbage, another process) does not occur each time. */
const repeats = scale < 1 ? 1 : 12;

/** Wall clock and the request thread's own CPU, ms: another process can lengthen the former. */
function clocks(): [wall: number, cpu: number] {
  const { user, system } = process.threadCpuUsage();
  return [performance.now(), (user + system) / 1000];
}

/** The longest time for which the work blocks the thread, ms. */
async function blockedBy(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let [wall, cpu] = clocks();
  let done = false;
  const look = () => {
    const [wallNow, cpuNow] = clocks();
    longest = Math.max(longest, Math.min(wallNow - wall, cpuNow - cpu));
    [wall, cpu] = [wallNow, cpuNow];
    if (!done) setImmediate(look);
  };
  setImmediate(look);
  await work();
  done = true;
  look();
  return longest;
}

/** The item whose work blocks the thread longest; of each item the shortest of some repetitions counts. */
async function slowest<T>(items: Iterable<T>, work: (item: T) => Promise<string>) {
  let worst = { ms: 0, note: "" };
  for (const item of items) {
    let note = "";
    let least = Number.POSITIVE_INFINITY;
    for (let repeat = 0; repeat < repeats && least > worst.ms; repeat++) {
      const ms = await blockedBy(async () => {
        note = await work(item);
      });
      least = Math.min(least, ms);
    }
    if (least > worst.ms) worst = { ms: least, note };
  }
  return worst;
}

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

const listPaths = allLists
  .filter(({ cost }) => cost === undefined)
  .map(({ path, params, query = {} }) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params?.[name]?.example ?? "");
    const examples = Object.entries(query).map(([name, { example }]) => `${name}=${example}`);
    return `/vehicles/${filled}?${[...examples, "format=json"].join("&")}`;
  });

/** vPIC's long lists: the first, which starts their thread, and the slowest of the others. */
async function listFigures(service: TestService, { key }: Account): Promise<Figure[]> {
  const get = async (path: string, accepted = [200]): Promise<string> => {
    const request = new Request(testOrigin + path, { headers: { "x-AuthKey": key } });
    const response = await service.serve(request, "127.0.0.1");
    await response.arrayBuffer();
    if (!accepted.includes(response.status)) throw new Error(`${path} returned ${response.status}`);
    return `GET ${path}`;
  };
  // Compiles what every lookup executes.
  for (let repeat = 0; repeat < 4; repeat++) await get("/vin-decoder/1HGCM82633A004352");
  const first = "/vehicles/GetAllMakes?format=json";
  // On a loaded machine its thread may start too late for the call, which then gets 503.
  const firstMs = await blockedBy(() => get(first, [200, 503]));
  const { ms, note } = await slowest(listPaths, (path) => get(path));
  return [
    figure("the first of vPIC's lists", firstMs, "ms", `GET ${first}, once`),
    figure("vPIC's lists", ms, "ms", note),
  ];
}

/** The body that blocks the request thread longest, for every operation that takes one; and vPIC's longest list. */
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
  figures.push(...(await listFigures(service, await signUp(service))));
  await service.end();
  const worst = Math.max(...figures.map(({ value }) => value));
  const goal = `the goal is ${goalMs} ms`;
  return [...figures, figure("the longest of all", worst, "ms", worst > goalMs ? `MISSED: ${goal}` : goal)];
}
