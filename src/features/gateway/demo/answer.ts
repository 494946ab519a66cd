import { document } from "./document.ts";
import { type Station, stations } from "./stations.ts";

const notice = "Synthetic demo data. No such station exists.";

/** What the demo set's API answers: `document.ts` describes it. */
export async function answerDemo(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const [first = "", second, ...more] = pathname.slice(1).split("/");
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (more.length > 0) return problem(404, `Nothing is at ${pathname}.`);
  if (first === "openapi.json" && isRead && second === undefined) return answer(200, document);
  if (first === "estimates" && second === undefined)
    return request.method === "POST" ? estimate(request) : wrongMethod("POST");
  if (first !== "stations" && first !== "") return problem(404, `Nothing is at ${pathname}.`);
  if (!isRead) return wrongMethod("GET, HEAD");
  if (second !== undefined) {
    const station = findStation(second);
    return station ? answer(200, { notice, ...station }) : problem(404, `No station ${second}.`);
  }
  const city = searchParams.get("city")?.toLowerCase();
  const items = stations.filter((one) => city === undefined || one.city.toLowerCase() === city);
  return answer(200, { notice, total: items.length, items });
}

const findStation = (id: unknown): Station | undefined => stations.find((one) => one.id === id);

/** The price of a charge. */
async function estimate(request: Request): Promise<Response> {
  const body = (await request.json().catch(() => undefined)) as
    | { station_id?: unknown; kwh?: unknown }
    | undefined;
  const kwh = body?.kwh;
  if (typeof kwh !== "number" || !(kwh > 0) || kwh > 500)
    return problem(400, "kwh must be a number above 0 and up to 500.");
  const station = findStation(body?.station_id);
  if (!station) return problem(404, `No station ${String(body?.station_id)}.`);
  return answer(200, {
    notice,
    station_id: station.id,
    kwh,
    price: Math.round(kwh * station.price_per_kwh * 100) / 100,
    minutes: Math.ceil((kwh / station.kilowatts) * 60),
  });
}

const wrongMethod = (allow: string): Response =>
  problem(405, `This path takes ${allow}.`, { headers: { allow } });

const problem = (status: number, detail: string, init: ResponseInit = {}): Response =>
  answer(status, { notice, detail }, init);

function answer(status: number, body: object, init: ResponseInit = {}): Response {
  return Response.json(body, { ...init, status, headers: { ...init.headers, "x-data-source": "demo" } });
}
