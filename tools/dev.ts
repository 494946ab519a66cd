import { watch } from "node:fs";
import { join } from "node:path";
import type { Subprocess } from "bun";

// `npm run dev` runs the service behind a proxy, and starts it again after each change of its files. The proxy adds a
// script to every page, which reloads the page when the service is ready. SIGTERM ends the previous process, so that
// it closes its journal; `bun --watch` would restart it without.

const root = join(import.meta.dir, "..");
const watched = ["src", "console/src", "docs/guide"];
const port = Number(process.env.VINGATE_PORT ?? 8080);
const publicUrl = process.env.VINGATE_PUBLIC_URL ?? `http://127.0.0.1:${port}`;
const servicePort = port + 1;
const serviceUrl = `http://127.0.0.1:${servicePort}`;
const eventsPath = "/dev/events";
const scriptPath = "/dev/reload.js";
const script = `new EventSource("${eventsPath}").onmessage = () => location.reload();`;
const scriptTag = `<script src="${scriptPath}"></script>`;
const failedPage = `<!doctype html><title>Vingate</title>${scriptTag}<p>The service did not start. Its terminal shows why.`;
/** An editor can write several files, or one file in several steps. */
const settleMs = 100;

const print = (text: string): void => void process.stderr.write(`dev: ${text}\n`);

const spawn = (args: readonly string[], settings: Record<string, string> = {}): Subprocess =>
  Bun.spawn([process.execPath, ...args], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ["ignore", "inherit", "inherit"],
  });

const isReady = (): Promise<boolean> =>
  fetch(`${serviceUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function stop(service: Subprocess | undefined): Promise<void> {
  service?.kill();
  await service?.exited;
}

/** Builds the console and replaces the service; undefined if one of them fails. */
async function start(previous?: Subprocess): Promise<Subprocess | undefined> {
  const build = spawn(["src/server/console/console-build.ts"]);
  await stop(previous);
  const service = spawn(["src/main.ts", "serve"], {
    VINGATE_HOST: "127.0.0.1",
    VINGATE_PORT: String(servicePort),
    VINGATE_PUBLIC_URL: publicUrl,
  });
  while (service.exitCode === null && !(await isReady())) await Bun.sleep(100);
  if ((await build.exited) === 0 && service.exitCode === null) return service;
  await stop(service);
  return undefined;
}

let service = start();
let changed = Promise.withResolvers<void>();
let pending = false;

function restart(): void {
  if (pending) return;
  pending = true;
  service = service.then(async (previous) => {
    await Bun.sleep(settleMs);
    pending = false;
    const next = await start(previous);
    print(next ? "ready" : "the change does not start; waiting for the next one");
    changed.resolve();
    changed = Promise.withResolvers();
    return next;
  });
}

/** One event for one page, which then reloads. */
async function* reloadEvent(): AsyncGenerator<string> {
  yield ": connected\n\n";
  await changed.promise;
  yield "data: reload\n\n";
}

async function forward(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method, signal } = request;
  const headers = new Headers(request.headers);
  headers.set("accept-encoding", "identity");
  const body = request.body && (await request.blob());
  const init: RequestInit = { method, headers, body, signal, redirect: "manual" };
  const response = await fetch(serviceUrl + pathname + search, init);
  if (!response.headers.get("content-type")?.startsWith("text/html")) return response;
  const kept = new Headers(response.headers);
  for (const name of ["content-length", "etag"]) kept.delete(name);
  const page = (await response.text()).replace("</head>", `${scriptTag}</head>`);
  return new Response(page, { status: response.status, headers: kept });
}

const answer = (text: string, type: string, status = 200): Response =>
  new Response(text, { status, headers: { "content-type": type } });

async function fetchPage(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === eventsPath)
    return new Response(reloadEvent(), { headers: { "content-type": "text/event-stream" } });
  if (pathname === scriptPath) return answer(script, "text/javascript");
  return (await service) ? forward(request) : answer(failedPage, "text/html", 502);
}

Bun.serve({ port, hostname: "127.0.0.1", idleTimeout: 0, fetch: fetchPage });
for (const folder of watched) watch(join(root, folder), { recursive: true }, restart);
for (const name of ["SIGINT", "SIGTERM"] as const)
  process.once(name, async () => {
    await stop(await service);
    process.exit(0);
  });
print(`${publicUrl}/console/ reloads after changes in ${watched.join(", ")}`);
