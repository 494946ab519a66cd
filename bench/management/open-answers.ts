import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startPostgres } from "../../test/postgres.ts";
import { placeTestPack } from "../../test/vin/shared-pack.ts";
import { type Figure, figure, median } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { api, type Service, signUp, startService } from "../common/service.ts";
import { roundsOr } from "../common/settings.ts";

const rounds = roundsOr(30);
const password = "a long password of hers";
const vin = "1HGCM82633A004352";
/** Nodes look for changes this often; the changes come at any moment in between. */
const pollMs = 150;

const lastRead = "; for 50 of them it still reads what its client sends, after its last line";

/** An answer that is being received. */
interface OpenAnswer {
  /** Ends its credential by a call to another node, or the same. */
  end(node: Service): Promise<unknown>;
  /** Resolves when no more of it comes. */
  readonly closed: Promise<void>;
}

async function signIn({ url }: Service): Promise<string> {
  const { client_token } = await api<{ client_token: string }>(`${url}/identity`, "GET");
  const json = { email: "ada@example.com", password };
  return (await api<{ token: string }>(`${url}/auth/signin`, "POST", json, client_token)).token;
}

/** Resolves when the first bytes have come; `closed`, when the rest has, or was cut off. */
async function begun(response: Response): Promise<{ closed: Promise<void> }> {
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  const reader = response.body!.getReader();
  await reader.read();
  const rest = async () => {
    while (!(await reader.read()).done);
  };
  return { closed: rest().catch(() => undefined) };
}

/** Starts an upstream whose answers do not end by themselves. */
function startEndless(): number {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    fetch: ({ signal }) =>
      new Response(
        new ReadableStream({
          start(controller) {
            const timer = setInterval(() => controller.enqueue(Buffer.from("more")), 5);
            signal.addEventListener("abort", () => clearInterval(timer));
            controller.enqueue(Buffer.from("first"));
          },
        }),
      ),
  });
  server.unref();
  return server.port!;
}

/** What can be open, each with the call that ends its credential. */
async function answersOf(node: Service): Promise<Record<string, () => Promise<OpenAnswer>>> {
  const { url } = node;
  const { user } = await signUp(node);
  await api(`${url}/products/open`, "PUT", { credits_granted: 1_000_000, state: "published" });
  await api(`${url}/products/open/apis/vin-decoder`, "PUT", {});
  const port = startEndless();
  const endless = { name: "endless", display_name: "Endless", path: "endless" };
  const made = await api<{ id: string }>(`${url}/apis`, "POST", {
    ...endless,
    service_url: `http://127.0.0.1:${port}`,
  });
  await api(`${url}/products/open/apis/${made.id}`, "PUT", {});
  const subscription = `${url}/subscriptions/open`;
  await api(subscription, "PUT", { scope: "/products/open", owner_id: user.id, state: "active" });
  const keyed = async () => {
    const { primary_key } = await api<{ primary_key: string }>(`${subscription}/listSecrets`, "POST", {});
    return { "x-AuthKey": primary_key };
  };
  const regenerate = (other: Service) =>
    api(`${other.url}/subscriptions/open/regeneratePrimaryKey`, "POST", {});
  return {
    async "event stream, signed out"() {
      const token = await signIn(node);
      const headers = { authorization: `Bearer ${token}` };
      const { closed } = await begun(await fetch(`${url}/reports/byRequest/events`, { headers }));
      return { closed, end: (other) => api(`${other.url}/auth/logout`, "POST", {}, token) };
    },
    async "forwarded answer, key regenerated"() {
      const response = await fetch(`${url}/endless`, { headers: await keyed() });
      return { ...(await begun(response)), end: regenerate };
    },
    async "batch that waits for a line, key regenerated"() {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      void writer.write(Buffer.from(`${vin}\n`)).catch(() => undefined);
      writer.closed.catch(() => undefined);
      const headers = { ...(await keyed()), "content-type": "application/x-ndjson" };
      const response = await fetch(`${url}/vin-decoder/batch`, { method: "POST", headers, body: readable });
      return { ...(await begun(response)), end: regenerate };
    },
  };
}

/** Milliseconds from the answer of the call that ends a credential to the end of what was open. */
async function delayOf(opening: () => Promise<OpenAnswer>, node: Service): Promise<number> {
  const { closed, end } = await opening();
  await Bun.sleep(Math.random() * pollMs);
  let closedAt = 0;
  const closing = closed.then(() => {
    closedAt = performance.now();
  });
  await end(node);
  const ended = performance.now();
  await closing;
  return Math.max(0, closedAt - ended);
}

/** How long after their credentials answers end, on the node where that was decided and on another one, over PostgreSQL. */
export function benchOpenAnswers(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const url = await (await startPostgres()).newDatabase();
    const nodes: Service[] = [];
    for (const name of ["first", "second"]) {
      const dataDir = join(folder, name);
      mkdirSync(dataDir, { mode: 0o700 });
      await placeTestPack(dataDir);
      const settings = { VINGATE_DATABASE_URL: url, VINGATE_MASTER_KEY: "ab".repeat(32) };
      nodes.push(await startService(folder, dataDir, { side: "any", name, settings }));
    }
    const [first, second] = nodes as [Service, Service];
    const figures: Figure[] = [];
    const answers = await answersOf(second);
    await Bun.sleep(1000);
    for (const [name, opening] of Object.entries(answers))
      for (const [where, node] of [
        ["the same node", second],
        ["another node", first],
      ] as const) {
        const delays: number[] = [];
        for (let round = 0; round < rounds; round++) delays.push(await delayOf(opening, node));
        const most = Math.max(...delays);
        const note = `at most ${most.toFixed(0)} of ${rounds}; target ≤ 250${name.startsWith("batch") ? lastRead : ""}`;
        figures.push(figure(`${name} at ${where}: median delay`, median(delays), "ms", note));
      }
    return figures;
  });
}
