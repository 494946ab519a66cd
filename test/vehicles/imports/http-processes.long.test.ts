import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { kinds } from "../../harness.ts";
import {
  operatorToken,
  startWorkerService,
  type WorkerService,
} from "../../server/processes/worker-service.ts";
import { until } from "../../until.ts";
import { temporaryFolder } from "./importing.ts";
import { lienHeader, lienOf, lienRow } from "./liens.ts";
import { vinsOf } from "./vins-of.ts";

/** `VINGATE_IMPORT_KILLS` sets more. */
const kills = Number(process.env.VINGATE_IMPORT_KILLS ?? 4);
const vins = vinsOf(12_000);
const authorization = operatorToken;
const noCurl = Bun.which("curl") === null;
if (noCurl) console.warn("skipped: the lines of docs/data.md, for no curl is installed");

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly error: string | null;
}

/** Every record contains its version. */
const fileOf = (version: string) => lienHeader + vins.map((vin) => lienRow(vin, version)).join("");

async function ask(url: string, method: string, path: string): Promise<Response> {
  return await fetch(url + path, { method, headers: { authorization } });
}

async function put(url: string, version: string, body: string | ReadableStream): Promise<Shown> {
  const address = `${url}/datasets/lien?version=${version}`;
  const answer = await fetch(address, { method: "PUT", headers: { authorization }, body });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Shown;
}

/** The last event of an import. */
async function endOf(url: string, id: string): Promise<Shown> {
  const text = await (await ask(url, "GET", `/imports/${id}/events`)).text();
  const end = /^event: end\ndata: (.*)$/m.exec(text)?.[1];
  if (end === undefined) throw new Error(`the events do not end: ${text}`);
  return JSON.parse(end) as Shown;
}

/** The version that a lookup returns, once it finds records; throws if its body has another version. */
async function answeredFrom(url: string, key: string, vin: string): Promise<string> {
  const look = () => fetch(`${url}/lien/${vin}`, { headers: { "x-authkey": key } });
  const answer = await until(async () => {
    const found = await look();
    return found.status !== 404 && found;
  }, `${vin} has a record`);
  const source = answer.headers.get("x-data-source");
  const { data } = (await answer.json()) as { data: unknown };
  const names = { year: "2003", make: "HONDA", model: "Accord" };
  expect(data).toEqual({ ...lienOf(vin, source!.replace("own ", "")), ...names });
  return source!.replace("own ", "");
}

const uploads = (folder: string) =>
  existsSync(join(folder, "imports"))
    ? readdirSync(join(folder, "imports")).filter((name) => name.endsWith(".upload"))
    : [];

/** Sends the headers and half of a body, and disconnects. */
function hangUp(port: number, length: string, body: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(port, "127.0.0.1", () => {
    const head = `PUT /datasets/lien?version=half HTTP/1.1\r\nHost: a.example\r\nAuthorization: ${authorization}\r\n${length}\r\n\r\n`;
    socket.write(head + body, () => setTimeout(() => socket.destroy(), 200));
  });
  socket.on("close", () => resolve()).on("error", reject);
  return promise;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`imports over HTTP in processes on ${kind.dialect}`, () => {
    let started: WorkerService;
    beforeAll(async () => {
      started = await startWorkerService(kind, 1);
      await ask(started.service.url, "PUT", "/products/plenty/apis/lien");
    }, 120_000);
    afterAll(() => started.remove(), 60_000);

    test("a sender that disconnects changes nothing", async () => {
      const { url, port } = started.service;
      expect(await endOf(url, (await put(url, "v0", fileOf("v0"))).id)).toMatchObject({
        state: "done",
        error: null,
      });
      const half = fileOf("half").slice(0, 200_000);
      const chunk = `${half.length.toString(16)}\r\n${half}\r\n`;
      for (const [length, body] of [
        ["Content-Length: 900000", half],
        ["Transfer-Encoding: chunked", chunk],
      ] as const) {
        await hangUp(port, length, body);
        const [last] = (await (await ask(url, "GET", "/imports?page_size=1")).json()) as Shown[];
        expect({ length, ...(await endOf(url, last!.id)) }).toMatchObject({
          length,
          state: "failed",
          error: "the upload failed: The body ended before it was complete.",
        });
        expect(await answeredFrom(url, started.key, vins[7]!)).toBe("v0");
        expect(uploads(started.folder)).toEqual([]);
      }
    }, 120_000);

    // The commands of the page need curl; what they send, the other tests send to both databases.
    if (kind.dialect === "sqlite")
      test.skipIf(noCurl)(
        "the lines of docs/data.md run as they stand",
        async () => {
          const root = join(import.meta.dir, "../../..");
          const lines = /## Over HTTP.*?```sh\n(.*?)```/s.exec(
            readFileSync(join(root, "docs/data.md"), "utf8"),
          )![1]!;
          using folder = temporaryFolder();
          const { url } = started.service;
          const bin = join(folder.path, "bin");
          mkdirSync(bin);
          symlinkSync(join(root, "bin/vingate.js"), join(bin, "vingate"));
          const ran = Bun.spawnSync(["sh", "-ec", lines], {
            cwd: folder.path,
            env: { PATH: `${bin}:${process.env.PATH}`, VINGATE: url, TOKEN: operatorToken },
          });
          expect([ran.stderr.toString(), ran.exitCode]).toEqual(["", 0]);
          const ends = [...ran.stdout.toString().matchAll(/^event: end\ndata: (.*)$/gm)].map(
            (match) => JSON.parse(match[1]!) as Record<string, unknown>,
          );
          const [dry, merged] = ends as [Record<string, unknown>, Record<string, unknown>];
          expect([ends.length, dry.state, dry.dry_run, merged.state, merged.mode]).toEqual([
            2,
            "done",
            true,
            "done",
            "merge",
          ]);
          expect(merged.summary).toMatchObject({ version: "2026-11", rows_read: 1, rows_kept: vins.length });
          expect(ran.stdout.toString()).toMatch(
            /\{"family":"lien","versions":\[\{.*"version":"2026-11".*\}\]\}$/,
          );
          await endOf(url, (await put(url, "v0", fileOf("v0"))).id);
        },
        120_000,
      );

    test(`of ${kills} killed imports are complete or absent, and can be repeated`, async () => {
      let { service } = started;
      let current = "v0";
      for (let kill = 1; kill <= kills; kill += 1) {
        const version = `v${kill}`;
        const file = fileOf(version);
        if (kill === 1) {
          // This one is killed before the file has arrived.
          const whole = new ReadableStream({
            start: (to) => to.enqueue(Buffer.from(file.slice(0, 300_000))),
          });
          const sent = put(service.url, version, whole).catch(() => undefined);
          await until(() => uploads(started.folder).length > 0, "the upload begins");
          service.signal("SIGKILL");
          await sent;
        } else {
          await put(service.url, version, file);
          // Each kill is at another stage of the import.
          await Bun.sleep((kill - 2) * 150);
          service.signal("SIGKILL");
        }
        await service.exited;
        service = await started.startAgain();
        const found = await answeredFrom(service.url, started.key, vins[kill]!);
        expect([current, version]).toContain(found);
        for (const vin of [vins[0]!, vins.at(-1)!])
          expect(await answeredFrom(service.url, started.key, vin)).toBe(found);
        const finished = await endOf(service.url, (await put(service.url, version, file)).id);
        expect(finished).toMatchObject({ state: "done", error: null, summary: { rows: vins.length } });
        // Records of another dataset are used within a second.
        const isUsed = async () => (await answeredFrom(service.url, started.key, vins[kill]!)) === version;
        await until(isUsed, `${version} is used`);
        expect(uploads(started.folder)).toEqual([]);
        current = version;
      }
    }, 300_000);

    test("every process reports an import's progress and stops it", async () => {
      const two = await startWorkerService(kind, 2);
      try {
        const { url } = two.service;
        const sent = Promise.withResolvers<ReadableStreamDefaultController>();
        // Two rows, then silence: the import waits for the rest.
        const body = new ReadableStream({ start: sent.resolve });
        const receiving = fetch(`${url}/datasets/lien`, { method: "PUT", headers: { authorization }, body });
        (await sent.promise).enqueue(Buffer.from(fileOf("v1").slice(0, 200)));
        const running = async () =>
          (await (await ask(url, "GET", "/imports?state=running")).json()) as Shown[];
        await until(async () => (await running()).length > 0, "the import runs");
        const [{ id }] = (await running()) as [Shown];
        const instances = new Set<string>();
        for (let requests = 0; instances.size < 2 && requests < 500; requests += 1) {
          const headers = { authorization, connection: "close" };
          const { instance } = (await (await fetch(`${url}/identity`, { headers })).json()) as {
            instance: string;
          };
          instances.add(instance);
          const { state } = (await (await fetch(`${url}/imports/${id}`, { headers })).json()) as Shown;
          expect(state).toBe("running");
          const second = await fetch(`${url}/datasets/lien`, { method: "PUT", headers, body: "x" });
          expect([second.status, ((await second.json()) as { import: string }).import]).toEqual([409, id]);
        }
        expect(instances.size).toBe(2);
        const stopped = await ask(url, "DELETE", `/imports/${id}`);
        expect(stopped.status).toBe(200);
        const answer = await receiving;
        const { detail } = (await answer.json()) as { detail: string };
        expect([answer.status, detail]).toEqual([409, "The import was stopped; nothing has changed."]);
        expect(await endOf(url, id)).toMatchObject({
          state: "stopped",
          error: "the import was stopped; nothing has changed",
        });
        expect(uploads(two.folder)).toEqual([]);
      } finally {
        await two.remove();
      }
    }, 120_000);
  });
