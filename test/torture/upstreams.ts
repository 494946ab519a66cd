import { until } from "../until.ts";
import type { Installation } from "./installation.ts";
import { sufferKills } from "./kills.ts";
import type { Called, Scenario, ScenarioReport } from "./scenario.ts";

/** What callers send that no upstream may see. */
const credentials = {
  authorization: "Bearer vgc_secret-of-the-caller",
  cookie: "session=secret-of-the-caller",
  "x-custom": "kept",
};
const secret = /secret-of-the-caller|vg[a-z]_|x-authkey|api-key|^authorization|^cookie/im;

const text = (status: string, body: string, length = body.length) =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${length}\r\n\r\n${body}`;
const pieces = (count: number) => `${(1000).toString(16)}\r\n${"x".repeat(1000)}\r\n`.repeat(count);
const streamed = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

/** What an upstream does with a request: it answers, or breaks off after these bytes, after a time. */
interface Behaviour {
  readonly name: string;
  readonly weight: number;
  readonly sends: string;
  readonly closes?: true;
  readonly afterMs?: number;
}

// Fewer than half fail, so that the breaker is mostly closed.
const behaviours: readonly Behaviour[] = [
  { name: "answered", weight: 50, sends: text("200 OK", "found") },
  { name: "missing", weight: 10, sends: text("404 Not Found", "none") },
  { name: "streamed", weight: 8, sends: `${streamed}${pieces(100)}0\r\n\r\n` },
  { name: "stream cut", weight: 4, sends: `${streamed}${pieces(10)}`, closes: true },
  { name: "failed", weight: 4, sends: text("500 Internal Server Error", "broken") },
  { name: "closed before the headers", weight: 3, sends: "", closes: true },
  { name: "closed in the headers", weight: 3, sends: "HTTP/1.1 200 OK\r\nContent-Le", closes: true },
  { name: "closed in the body", weight: 3, sends: text("200 OK", "fou", 1000), closes: true },
  { name: "no HTTP", weight: 3, sends: "garbage\r\n\r\n", closes: true },
  { name: "silent", weight: 2, sends: "", afterMs: 60_000 },
  { name: "slow", weight: 2, sends: text("200 OK", "slow"), afterMs: 200 },
];
const weights = behaviours.reduce((sum, { weight }) => sum + weight, 0);

function anyBehaviour(): Behaviour {
  let left = Math.random() * weights;
  for (const behaviour of behaviours) {
    left -= behaviour.weight;
    if (left < 0) return behaviour;
  }
  return behaviours[0]!;
}

/** An upstream that fails at random, and looks for credentials in what it receives. */
export class Upstream {
  readonly seen: Record<string, number> = {};
  leaks = 0;
  readonly #listener = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data: (socket, chunk) => this.#answer(socket, chunk.toString("latin1")),
      error: () => undefined,
    },
  });

  get url(): string {
    return `http://127.0.0.1:${this.#listener.port}`;
  }

  close(): void {
    this.#listener.stop(true);
  }

  #answer(socket: Bun.Socket, request: string): void {
    if (secret.test(request)) this.leaks += 1;
    const { name, sends, closes, afterMs = 0 } = anyBehaviour();
    this.seen[name] = (this.seen[name] ?? 0) + 1;
    const answer = () => {
      if (closes) socket.end(sends);
      else writeAll(socket, sends);
    };
    if (afterMs > 0) setTimeout(answer, afterMs).unref();
    else answer();
  }
}

/** The sender's buffer holds what the system does not take yet. */
function writeAll(socket: Bun.Socket, text: string): void {
  const written = socket.write(text);
  if (written >= 0 && written < text.length)
    setTimeout(() => writeAll(socket, text.slice(written)), 5).unref();
}

/** Registers an API at an upstream, and returns how it is called. */
export async function register(service: Installation, { url }: Upstream): Promise<Called> {
  const api = { name: "fallible", display_name: "Fallible", path: "fallible", service_url: url };
  const limits = { timeout_ms: 1000, max_concurrent: 1000 };
  const { id } = await service.operate<{ id: string }>("POST", "/apis", { ...api, ...limits });
  for (const node of service.nodes)
    await until(async () => {
      const { status } = await fetch(`http://127.0.0.1:${node.port}/fallible`);
      return status !== 404;
    }, "every node knows the API");
  return {
    api: id,
    path: () => "/fallible/thing?x=1",
    headers: credentials,
    expected: [200, 402, 404, 500, 502, 503, 504],
  };
}

/** Kills nodes while they forward to an upstream that fails at random. */
export async function sufferUpstreams(scenario: Scenario, kills: number): Promise<ScenarioReport> {
  const upstream = new Upstream();
  try {
    const settings = { ...scenario.settings, VINGATE_OUTBOUND_ALLOW: "127.0.0.0/8" };
    const report = await sufferKills(
      { perSecond: 2000, hangMs: 5000, ...scenario, settings },
      kills,
      (service) => register(service, upstream),
    );
    const leaks = upstream.leaks > 0 ? [`${upstream.leaks} requests had a caller's credential`] : [];
    return {
      ...report,
      broken: [...report.broken, ...leaks],
      figures: { ...report.figures, ...upstream.seen },
    };
  } finally {
    upstream.close();
  }
}
