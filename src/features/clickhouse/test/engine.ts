import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, inflateSync } from "node:zlib";
import { findLibrary } from "./library.ts";

// `bun src/features/clickhouse/test/engine.ts FOLDER PORT [USER PASSWORD]`: ClickHouse's engine behind its HTTP protocol. Prints its
// port when it is ready. Its data stays in the folder, also after SIGKILL.

/** What is used of chdb's `Session`. */
interface Session {
  queryAsync(query: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>;
}

/** Parameters of a request that are neither settings nor values of the query. */
const reserved = new Set([
  "query",
  "database",
  "user",
  "password",
  "query_id",
  "session_id",
  "default_format",
]);
/** One session runs one query at a time. */
const sessionsMax = 4;

const [folder, portText, user = "default", password = ""] = process.argv.slice(2);
const library = findLibrary();
if (!folder || !portText || !library) {
  console.error(
    "usage: engine.ts FOLDER PORT [USER PASSWORD], after src/features/clickhouse/test/install.sh",
  );
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const bodies = join(folder, "bodies");
rmSync(bodies, { recursive: true, force: true });
mkdirSync(bodies);

const { Session } = (await import(library)) as { Session: new (path: string) => Session };
const data = join(folder, "data");
const free: Session[] = Array.from({ length: sessionsMax }, () => new Session(data));
const waiting: ((session: Session) => void)[] = [];
let bodiesWritten = 0;

async function withSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const session = free.pop() ?? (await new Promise<Session>((resolve) => waiting.push(resolve)));
  try {
    return await work(session);
  } finally {
    const next = waiting.shift();
    if (next) next(session);
    else free.push(session);
  }
}

const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

async function bodyOf(request: Request): Promise<Uint8Array> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  const encoding = request.headers.get("content-encoding");
  if (encoding === "gzip") return gunzipSync(bytes);
  if (encoding === "deflate") return inflateSync(bytes);
  if (encoding === "zstd") return Bun.zstdDecompressSync(bytes);
  return bytes;
}

const failure = (code: number, name: string, text: string, status: number) =>
  new Response(`Code: ${code}. DB::Exception: ${text} (${name})\n`, {
    status,
    headers: { "x-clickhouse-exception-code": String(code) },
  });

function isAllowed(request: Request, parameters: URLSearchParams): boolean {
  const [, basic] = /^Basic (.+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
  const decoded = basic === undefined ? [] : Buffer.from(basic, "base64").toString().split(/:(.*)/s);
  const given = {
    user: request.headers.get("x-clickhouse-user") ?? decoded[0] ?? parameters.get("user") ?? "default",
    password: request.headers.get("x-clickhouse-key") ?? decoded[1] ?? parameters.get("password") ?? "",
  };
  return given.user === user && given.password === password;
}

/** The names and values of a request's settings, and of its query's values as `param_…`. */
function settingsOf(parameters: URLSearchParams): [string, string][] {
  return [...parameters].filter(([name]) => !reserved.has(name) && /^\w+$/.test(name));
}

async function run(session: Session, query: string, body: Uint8Array, parameters: URLSearchParams) {
  const settings = settingsOf(parameters);
  const format = parameters.get("default_format") ?? "TabSeparated";
  const execute = async (text: string) => (await session.queryAsync(text, { format })).bytes();
  const database = parameters.get("database");
  let file: string | undefined;
  try {
    // A session outlives the request.
    await execute(`use ${database === null ? "default" : `\`${database.replaceAll("`", "")}\``}`);
    for (const [name, value] of settings) await execute(`set ${name} = ${quoted(value)}`);
    const [, insert, into] = /^\s*(insert\s+into\s.+?)\s+format\s+(\w+)\s*;?\s*$/is.exec(query) ?? [];
    if (!insert) return await execute(body.length === 0 ? query : `${query} ${Buffer.from(body).toString()}`);
    bodiesWritten += 1;
    file = join(bodies, String(bodiesWritten));
    writeFileSync(file, body);
    return await execute(`${insert} from infile ${quoted(file)} format ${into}`);
  } finally {
    if (file) rmSync(file, { force: true });
    for (const [name] of settings)
      if (!name.startsWith("param_")) await execute(`set ${name} = default`).catch(() => undefined);
  }
}

async function answer(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/ping") return new Response("Ok.\n");
  if (pathname !== "/") return new Response("There is no handle\n", { status: 404 });
  if (!isAllowed(request, searchParams))
    return failure(516, "AUTHENTICATION_FAILED", `${user}: Authentication failed`, 403);
  const body = await bodyOf(request);
  const query = searchParams.get("query");
  try {
    const [text, rest] = query === null ? [Buffer.from(body).toString(), new Uint8Array()] : [query, body];
    const bytes = await withSession((session) => run(session, text, rest, searchParams));
    const zips = searchParams.get("enable_http_compression") === "1";
    if (!zips || !/\bgzip\b/.test(request.headers.get("accept-encoding") ?? ""))
      return new Response(Buffer.from(bytes));
    return new Response(Bun.gzipSync(Buffer.from(bytes)), { headers: { "content-encoding": "gzip" } });
  } catch (error) {
    const { message } = error as Error;
    const [, code = "1002", rest = message] = /^Code: (\d+)\. DB::Exception: (.*)$/s.exec(message) ?? [];
    return failure(Number(code), "ENGINE", rest.trim(), code === "81" || code === "60" ? 404 : 500);
  }
}

const server = Bun.serve({
  port: Number(portText),
  hostname: "127.0.0.1",
  idleTimeout: 0,
  maxRequestBodySize: 2 ** 30,
  fetch: answer,
});
console.log(String(server.port));
// A test that was stopped ends no engine, and its output would stay open.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit(0);
}, 1000);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(0));
