import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { operations } from "../src/operations.ts";
import { newFolder, type ServiceProcess, startProcess } from "./service-process.ts";

// `npm run fuzz [requests] [seed]`: sends generated requests over raw sockets to the service as a process.
// Fails on a 5xx response, none within 3 s, an end of the process, a peak of memory over twice its first value,
// or final memory more than a tenth above that after a tenth of the requests.
const total = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const connections = 16;
const silentMs = 3000;
const restMs = 10_000;

let state = seed >>> 0 || 1;
function random(below: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}
const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
const repeat = (text: string, most: number): string => text.repeat(1 + random(most));

const segments = [
  "1HGCM82633A004352",
  "1hgcm82633a004352",
  "0",
  "-1",
  "1e999",
  "..",
  "%2e%2e",
  "%2F",
  "%00",
  "%",
  "%zz",
  "%ff",
  "%E0%A4%A",
  "' OR 1=1--",
  "%27%3B%20drop%20table%20app_user",
  "<script>",
  "%F0%9F%9A%97",
  "a%20b",
  "{vin}",
  "*",
  "null",
  "undefined",
  "__proto__",
  "constructor",
  "2024",
  "20244",
  "ford",
  "F-150",
  "signup",
  "sandbox-bump",
  "year",
  "options",
  "trial",
  "Ⅷ",
];
const methods = [
  "GET",
  "GET",
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "HEAD",
  "TRACE",
  "FOO",
  "get",
  "",
];
const values = [
  "null",
  "true",
  "-1",
  "1e400",
  "9007199254740993",
  "NaN",
  '""',
  '"a"',
  '"\\ud800"',
  '"\\u0000"',
  "[]",
  "{}",
  "[[[[]]]]",
  '{"$ref":"#"}',
  '{"__proto__":{"a":1}}',
  '"2024-13-45T99:99:99Z"',
  '"a@b.c"',
  '"a@example.com"',
  '"/products/trial"',
];
const names = [
  "email",
  "password",
  "first_name",
  "last_name",
  "role",
  "state",
  "credits",
  "id",
  "scope",
  "owner_id",
  "policy",
  "__proto__",
  "constructor",
  "display_name",
  "subscription_id",
  "name",
  "path",
  "note",
  "",
  "a b",
];

interface Credentials {
  readonly tokens: readonly string[];
  readonly keys: readonly string[];
}

function nastyPath(): string {
  const template = random(10) === 0 ? "/{a}/{b}/{c}" : pick(operations).path;
  let path = template.replace(/\{[^}]+\}/g, () => (random(40) === 0 ? repeat("A", 3000) : pick(segments)));
  if (random(12) === 0) path = path.replace(/\//g, "//");
  if (random(6) === 0)
    path += `?${pick(["email", "page", "timestamp_ge", "granularity", "id", "x"])}=${pick(segments)}`;
  if (random(30) === 0) path += repeat("/a", 200);
  return path.replaceAll(" ", random(50) === 0 ? " " : "%20");
}

function nastyBody(): string {
  switch (random(8)) {
    case 0:
      return repeat("[", 5000);
    case 1:
      return pick(values);
    case 2:
      return `{"a":${pick(values)}`;
    case 3:
      return Buffer.from(Array.from({ length: random(64) }, () => random(256))).toString("latin1");
    default: {
      const members = Array.from({ length: random(6) }, () => `"${pick(names)}":${pick(values)}`);
      return `{${members.join(",")}}`;
    }
  }
}

function nastyRequest(credentials: Credentials): string {
  const body = random(2) === 0 ? nastyBody() : "";
  const headers: string[] = [];
  if (random(40) !== 0)
    headers.push(`Host: ${random(30) === 0 ? pick(["a b", "a,b", "[::1", "", "\xff"]) : "localhost"}`);
  const token =
    random(4) === 0
      ? pick(["x", "Bearer", "Bearer ", "vgo_bad", repeat("a", 500)])
      : pick(credentials.tokens);
  if (random(3) !== 0) headers.push(`Authorization: ${pick(["", "Bearer ", "bearer  "])}${token}`);
  const key = random(4) === 0 ? pick(["x", "a,b", "vgk_bad", "\xe9\xe9\xe9"]) : pick(credentials.keys);
  if (random(3) !== 0) headers.push(`x-AuthKey: ${key}`);
  if (random(6) === 0) headers.push(`api-key: ${key}`);
  if (random(20) === 0) headers.push(`x-AuthKey: ${key}`);
  if (random(3) !== 0)
    headers.push(
      `Content-Type: ${pick(["application/json", "text/plain", "application/x-www-form-urlencoded", ";;", "application/json; charset=utf-16"])}`,
    );
  if (random(15) === 0)
    headers.push(
      pick([
        "bad header",
        "X: \x01",
        ": empty",
        `X-Long: ${repeat("a", 9000)}`,
        "Transfer-Encoding: chunked",
        "Content-Length: abc",
        "Content-Length: -1",
        "Expect: 100-continue",
        "X-Forwarded-For: ::::,,,",
        "Accept: text/csv",
        'Idempotency-Key: "a"',
        "If-Match: *",
        'If-None-Match: W/"x"',
      ]),
    );
  if (body !== "" || random(10) === 0)
    headers.push(`Content-Length: ${random(25) === 0 ? random(3000) : body.length}`);
  return `${pick(methods)} ${nastyPath()} HTTP/1.1\r\n${headers.join("\r\n")}\r\nConnection: close\r\n\r\n${body}`;
}

type Outcome = number | "closed" | "silent";

/** Sends one request and half-closes; resolves to the status, or to `closed` or `silent`. */
function send(port: number, bytes: string): Promise<Outcome> {
  return new Promise((resolve) => {
    let got = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"));
    const end = (outcome?: Outcome) => {
      socket.destroy();
      const status = /^HTTP\/1\.1 (\d{3})/.exec(got)?.[1];
      resolve(outcome ?? (status ? Number(status) : "closed"));
    };
    socket.setTimeout(silentMs, () => end(got === "" ? "silent" : undefined));
    socket.on("data", (chunk) => {
      got += chunk.toString("latin1");
      // A body shorter than announced keeps the connection open: only the status counts.
      if (got.startsWith("HTTP/1.1 1")) got = got.slice(got.indexOf("\r\n\r\n") + 4);
      if (got.includes("\r\n\r\n")) end();
    });
    socket.on("close", () => end());
    socket.on("error", () => end());
  });
}

function residentKiB(service: ServiceProcess): number {
  const status = readFileSync(`/proc/${service.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}

async function credentialsOf(service: ServiceProcess): Promise<Credentials> {
  const made = JSON.parse(readFileSync(`${service.folder}/first-run.json`, "utf8"));
  const answer = await fetch(`${service.url}/auth/signup`, {
    method: "POST",
    headers: { authorization: made.client_token, "content-type": "application/json" },
    body: JSON.stringify({
      email: "fuzz@example.com",
      password: "a long password",
      first_name: "F",
      last_name: "Z",
    }),
  });
  const { keys } = (await answer.json()) as { keys: { primary_key: string; secondary_key: string } };
  return { tokens: [made.client_token, made.operator_token], keys: [keys.primary_key, keys.secondary_key] };
}

const { folder, remove } = newFolder();
const service = await startProcess(folder, {}, "ready");
const credentials = await credentialsOf(service);
const counts = new Map<string, number>();
const findings: string[] = [];
let sent = 0;
let done = 0;
let warm = 0;
let peak = 0;

async function worker(): Promise<void> {
  while (sent < total && findings.length < 20) {
    sent += 1;
    const bytes = nastyRequest(credentials);
    const outcome = await send(service.port, bytes);
    counts.set(String(outcome), (counts.get(String(outcome)) ?? 0) + 1);
    // After a body shorter than announced the service must wait for the rest.
    const unfinished = /Content-Length: (\d+)\r/.exec(bytes);
    const waits = unfinished !== null && Number(unfinished[1]) > bytes.length - bytes.indexOf("\r\n\r\n") - 4;
    const chunked = bytes.includes("Transfer-Encoding");
    // Bun itself returns 505 for a target with a space: the text after it is not a version.
    if (
      (typeof outcome === "number" && outcome >= 500 && outcome !== 505) ||
      (outcome === "silent" && !waits && !chunked)
    )
      findings.push(`${outcome}: ${JSON.stringify(bytes.slice(0, 400))}`);
    done += 1;
    if (done === Math.floor(total / 10)) warm = residentKiB(service);
    if (process.stderr.isTTY && done % 1000 === 0) process.stderr.write(`\r${done} of ${total}`);
  }
}

const idle = residentKiB(service);
const watch = setInterval(() => {
  peak = Math.max(peak, residentKiB(service));
}, 100);
const started = performance.now();
await Promise.all(Array.from({ length: connections }, worker));
const seconds = (performance.now() - started) / 1000;
clearInterval(watch);
const alive = await fetch(`${service.url}/health`).then(
  (answer) => answer.status === 200,
  () => false,
);
if (!alive) findings.push("the service does not answer any more");
await Bun.sleep(restMs);
const rest = residentKiB(service);
if (rest > warm * 1.1) findings.push("at rest it keeps more than a tenth above what it had after a tenth");
if (peak > idle * 2) findings.push("its memory peaked at more than twice what it had before");
service.signal("SIGTERM");
const code = await service.exited;
if (code !== 0) findings.push(`the service ended with ${code}`);
remove();

const table = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `${name} × ${count}`);
console.log(`${done} requests in ${seconds.toFixed(0)} s, seed ${seed}: ${table.join(", ")}`);
const mebibytes = (kibibytes: number) => `${Math.round(kibibytes / 1024)} MiB`;
console.log(
  `resident memory: ${mebibytes(idle)} before, ${mebibytes(warm)} after a tenth, ${mebibytes(peak)} at the peak, ${mebibytes(rest)} at rest`,
);
for (const finding of findings) console.log(`FOUND ${finding}`);
console.log(findings.length === 0 ? "nothing found" : `${findings.length} found`);
process.exit(findings.length === 0 ? 0 : 1);
