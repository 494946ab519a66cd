import { blockedBy, slowest } from "../../../../bench/common/blocked.ts";
import { type Figure, figure } from "../../../../bench/common/figure.ts";
import {
  type Account,
  signUp,
  startService,
  type TestService,
  testOrigin,
} from "../../../../test/harness.ts";
import { allLists } from "../all-lists.ts";

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

/** How long vPIC's lists block the request thread. */
export async function benchVpicLists(): Promise<Figure[]> {
  const service = await startService();
  const figures = await listFigures(service, await signUp(service));
  await service.end();
  return figures;
}
