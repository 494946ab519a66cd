import { connect } from "node:net";
import { addCustomers, type Customer } from "../../test/torture/customers.ts";
import { type Installation, install } from "../../test/torture/installation.ts";
import { count, type Figure, figure, median } from "../common/figure.ts";
import { roundsOr, secondsOr } from "../common/settings.ts";

const rounds = roundsOr(5);
const free = { credit_cost: { default: 0 } };
const vin = "1HGCM82633A004352";
const vins = (length: number) => Array.from({ length }, () => vin);

/** What a batch returned, and when; milliseconds. */
interface Sent {
  readonly firstMs: number;
  readonly ms: number;
  readonly bytes: number;
  /** The number of lines by status; 200 for an answer. */
  readonly statuses: Readonly<Record<string, number>>;
}

type Form = "JSON" | "lines";

async function send(
  service: Installation,
  { key }: Customer,
  form: Form,
  sent: readonly string[],
): Promise<Sent> {
  const began = performance.now();
  const json = form === "JSON";
  const response = await fetch(`http://127.0.0.1:${service.nodes[0]!.port}/vin-decoder/batch`, {
    method: "POST",
    headers: { "x-AuthKey": key, "content-type": json ? "application/json" : "application/x-ndjson" },
    body: json ? JSON.stringify({ vins: sent }) : `${sent.join("\n")}\n`,
  });
  let firstMs = Number.NaN;
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    if (chunks.length === 0) firstMs = performance.now() - began;
    chunks.push(chunk);
  }
  const ms = performance.now() - began;
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString();
  const answers: { error?: { status: number } }[] = json
    ? JSON.parse(text).data
    : text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
  const statuses: Record<string, number> = {};
  for (const { error } of answers) {
    const status = String(error?.status ?? response.status);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return { firstMs, ms, bytes: bytes.length, statuses };
}

const shown = (statuses: Sent["statuses"]) =>
  Object.entries(statuses)
    .map(([status, lines]) => `${lines} × ${status}`)
    .join(", ");

/** Batches that meet a quota, each of a new customer; `kept` calls of the quota remain when it begins. */
async function beyondQuota(service: Installation, form: Form, calls: number, lines: number): Promise<Figure> {
  const sent: Sent[] = [];
  for (let round = 0; round < rounds; round++) {
    const [customer] = await addCustomers(service, 1000, 1, { ...free, quota: { calls, renewal: "day" } });
    sent.push(await send(service, customer!, form, vins(lines)));
  }
  const slowest = Math.max(...sent.map(({ ms }) => ms));
  const note = `${shown(sent[0]!.statuses)}; slowest of ${rounds}: ${Math.round(slowest)} ms`;
  return figure(
    `${lines} VINs as ${form} on a quota of ${calls}`,
    median(sent.map(({ ms }) => ms)),
    "ms",
    note,
  );
}

/** 600 lines of a customer whose node has leased a part of the quota, beside a frozen database. */
async function besideFrozen(service: Installation, name: string, policy: object): Promise<Figure[]> {
  const [customer] = await addCustomers(service, 100, 1, policy);
  await send(service, customer!, "lines", vins(1));
  service.postgres!.freeze();
  try {
    const { firstMs, ms, statuses } = await send(service, customer!, "lines", vins(600));
    const title = `600 lines beside a frozen PostgreSQL, ${name}`;
    return [
      figure(`${title}: first answers`, firstMs, "ms"),
      figure(`${title}: all`, ms, "ms", shown(statuses)),
    ];
  } finally {
    service.postgres!.thaw();
  }
}

/** Sends lines without end on one connection until the service ends it; resolves to what it cost. */
function sendEndless(
  service: Installation,
  { key }: Customer,
): Promise<{ ms: number; sent: number; got: number }> {
  return new Promise((resolve) => {
    const began = performance.now();
    const lines = `${vins(1000).join("\n")}\n`;
    const chunk = `${lines.length.toString(16)}\r\n${lines}\r\n`;
    let [sent, got] = [0, 0];
    const socket = connect(service.nodes[0]!.port, "127.0.0.1");
    const write = () => {
      while (!socket.destroyed && socket.write(chunk)) sent += lines.length;
    };
    socket.setTimeout(secondsOr(8) * 1000, () => socket.destroy());
    const stop = setTimeout(() => socket.destroy(), secondsOr(8) * 1000);
    socket.on("connect", () => {
      socket.write(
        `POST /vin-decoder/batch HTTP/1.1\r\nHost: a\r\nx-AuthKey: ${key}\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      write();
    });
    socket.on("drain", write);
    socket.on("data", (data) => {
      got += data.length;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(stop);
      resolve({ ms: performance.now() - began, sent, got });
    });
  });
}

/** Batches at the end of a quota, of credits, and beside a database that does not answer. */
export async function benchBatchLimits(): Promise<Figure[]> {
  const service = await install({ dialect: "postgres", nodes: 1, ownServer: true });
  try {
    const figures = [
      await beyondQuota(service, "JSON", 50, 60),
      await beyondQuota(service, "lines", 50, 60),
      await beyondQuota(service, "JSON", 100, 400),
      await beyondQuota(service, "lines", 100, 400),
      ...(await besideFrozen(service, "a quota of 100", { ...free, quota: { calls: 100, renewal: "day" } })),
      ...(await besideFrozen(service, "100 credits", {})),
    ];
    const [bytes] = await addCustomers(service, 1000, 1, {
      ...free,
      quota: { bandwidth_kb: 20, renewal: "day" },
    });
    const limited = await send(service, bytes!, "lines", vins(1000));
    figures.push(
      figure("1,000 lines on a quota of 20 kB", limited.bytes / 1024, "kB", shown(limited.statuses)),
    );
    const [exhausted] = await addCustomers(service, 0);
    const refused = await send(service, exhausted!, "JSON", vins(10_000));
    figures.push(
      figure("10,000 VINs of an exhausted key", refused.bytes / 1024, "kB", shown(refused.statuses)),
    );
    const { ms, sent, got } = await sendEndless(service, exhausted!);
    const note = `${count(Math.round(sent / 1024))} kB sent, ${count(Math.round(got / 1024))} kB received`;
    figures.push(figure("endless lines of an exhausted key end after", ms, "ms", note));
    return figures;
  } finally {
    await service.end();
  }
}
