import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { certificate } from "../../../../test/certificate.ts";
import type { AuditEntryRecord } from "../../../management/system/audit.ts";
import { allowOnly } from "../../../outbound/allow-only.ts";
import { OutboundGuard } from "../../../outbound/guard.ts";
import { SyslogDestination } from "../destinations/syslog.ts";
import { octetCounted, syslogMessage } from "../destinations/syslog-message.ts";
import { type ExportScene, openExportScene } from "./export-scene.ts";
import { readFrames } from "./syslog-parser.ts";
import { type Conduct, type SyslogServer, startSyslogServer } from "./syslog-server.ts";

const entry: AuditEntryRecord = {
  id: "01a1fb67-1cb3-72e4-8953-42f2f258d12f",
  timestamp: "2026-11-21T00:00:00.123Z",
  actor: "/users/ada",
  actor_name: "Ada Byron",
  action: "subscription.update",
  object: "/subscriptions/s1",
  object_name: "Starter, Ada Byron",
  object_owner: "/users/ada",
  ip_address: "2001:db8::1",
  request_id: "r1",
  before: { name: "A" },
  after: { name: "B" },
};

test("a message is what RFC 5424 says", () => {
  expect(syslogMessage(entry, "node-1")).toBe(
    `<109>1 2026-11-21T00:00:00.123Z node-1 vingate - subscription.update [audit@32473 id="${entry.id}" action="subscription.update" actor="/users/ada" object="/subscriptions/s1" account="/users/ada" ip="2001:db8::1" requestId="r1"] \ufeff${JSON.stringify(entry)}`,
  );
});

test("no value can end its message, its element or its line", () => {
  const hostile = [
    'a" b="c',
    "x] [evil@1 y",
    "back\\slash\\",
    "line\r\n<109>1 - - - - - -",
    "nul\0 bell\x07 delete\x7f next\x85",
    "separators \u2028 \u2029",
    "é 😀 שלום",
    "lone \ud800 surrogate",
    "]",
    '\\"',
  ];
  const entries = hostile.map((text) =>
    Object.assign({}, entry, {
      actor: text,
      object: text,
      request_id: text,
      action: text,
      object_owner: null,
      after: { [text]: text },
    }),
  );
  const found = readFrames(octetCounted(entries.map((one) => syslogMessage(one, "hôst name\n"))));
  expect(found.map(({ text }) => JSON.parse(text))).toEqual(
    entries.map((one) => JSON.parse(JSON.stringify(one))),
  );
  for (const [index, { data, host, id }] of found.entries()) {
    const text = hostile[index]!.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, "\ufffd");
    expect(data).toEqual({
      "audit@32473": {
        id: entry.id,
        action: text,
        actor: text,
        object: text,
        ip: "2001:db8::1",
        requestId: text,
      },
    });
    expect(host).toBe("h?st?name?");
    expect(id).toMatch(/^[!-~]{1,32}$/);
  }
});

const shortTimes = { connectMs: 500, sendMs: 500, closeMs: 500, settleMinMs: 1000 };
const longTimes = { connectMs: 60_000, sendMs: 60_000, closeMs: 60_000, settleMinMs: 100 };

for (const tls of [false, true])
  describe(`a syslog server ${tls ? "with TLS" : "over TCP"}`, () => {
    let server: SyslogServer;
    let scene: ExportScene;
    let folder: string;
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), "vingate-syslog-"));
      writeFileSync(join(folder, "ca.pem"), certificate);
      server = await startSyslogServer({ tls });
      const url = tls
        ? `syslogs://127.0.0.1:${server.port}?ca=${folder}/ca.pem`
        : `syslog://127.0.0.1:${server.port}`;
      scene = await openExportScene(url);
    });
    afterEach(async () => {
      await scene.end();
      await server.stop();
      rmSync(folder, { recursive: true });
    });

    const destination = () => {
      const target = { kind: "syslog", host: "127.0.0.1", port: server.port, tls, ca: certificate } as const;
      const allow = allowOnly("127.0.0.1", server.port);
      // What the server does is waited for; what it does not do is given up soon.
      const times = () => (server.conduct === "reads" ? longTimes : shortTimes);
      return new SyslogDestination(target, new OutboundGuard({ allow }), {
        get connectMs() {
          return longTimes.connectMs;
        },
        get sendMs() {
          return times().sendMs;
        },
        get closeMs() {
          return times().closeMs;
        },
        get settleMinMs() {
          return times().settleMinMs;
        },
      });
    };

    test("gets every entry", async () => {
      const ids = await scene.add(700);
      await scene.export();
      expect(server.messages.map(({ text }) => JSON.parse(text))).toEqual(await scene.shown(ids));
      expect(server.messages[0]).toMatchObject({ priority: 109, host: hostname(), app: "vingate" });
      expect(await scene.marks(ids)).toEqual({ 1: 700 });
    });

    const faults: readonly (readonly [Conduct, RegExp])[] = [
      ["closes", /closed|broke/],
      ["hangs", /did not (close|take)/],
      ["resets", /broke|closed/],
      ["stays", /did not close the connection/],
    ];
    test.each(faults)("that %s gets the entries again later", async (conduct, error) => {
      server.conduct = conduct;
      const ids = await scene.add(40, { after: { text: "x".repeat(1000) } });
      const exporter = scene.exporter(destination());
      await exporter.tick();
      expect(await scene.marks(ids)).toEqual({ 0: 40 });
      const { found, state } = await scene.check();
      expect([state, found.split("failed: ")[0]]).toEqual([
        "warning",
        `To syslog server 127.0.0.1:${server.port}${tls ? " (TLS)" : ""}: 40 entries waiting, 0 refused. The last attempt `,
      ]);
      expect(found.split("failed: ")[1]).toMatch(error);
      server.conduct = "reads";
      server.messages.length = 0;
      await exporter.tick();
      expect(server.connections).toBe(1);
      scene.service.advance(5000);
      await exporter.tick();
      expect(server.messages.map(({ text }) => JSON.parse(text).id)).toEqual(ids);
      expect(await scene.marks(ids)).toEqual({ 1: 40 });
      await exporter.close();
    });

    test("that refuses connections gets the entries later", async () => {
      const ids = await scene.add(2);
      const exporter = scene.exporter(destination());
      await server.stop();
      await exporter.tick();
      expect(await scene.marks(ids)).toEqual({ 0: 2 });
      expect((await scene.check()).found).toMatch(/ECONNREFUSED|connect|open/i);
      server = await startSyslogServer({ tls });
      await exporter.close();
    });

    test.skipIf(!tls)("whose certificate is not trusted gets nothing", async () => {
      const ids = await scene.add(2);
      const target = { kind: "syslog", host: "127.0.0.1", port: server.port, tls, ca: undefined } as const;
      const guard = new OutboundGuard({ allow: allowOnly("127.0.0.1", server.port) });
      const exporter = scene.exporter(new SyslogDestination(target, guard, longTimes));
      await exporter.tick();
      expect(await scene.marks(ids)).toEqual({ 0: 2 });
      expect(server.messages).toEqual([]);
      expect((await scene.check()).found).toMatch(/self.signed|certificate/i);
      await exporter.close();
    });

    test.skipIf(!tls)("that has no TLS, or does not answer it, gets nothing", async () => {
      const plain = await startSyslogServer();
      plain.conduct = "hangs";
      const target = { kind: "syslog", host: "127.0.0.1", port: plain.port, tls, ca: certificate } as const;
      const guard = new OutboundGuard({ allow: allowOnly("127.0.0.1", plain.port) });
      const ids = await scene.add(2);
      const exporter = scene.exporter(new SyslogDestination(target, guard, shortTimes));
      await exporter.tick();
      expect(await scene.marks(ids)).toEqual({ 0: 2 });
      expect((await scene.check()).found).toContain("TLS was not ready in time");
      await exporter.close();
      await plain.stop();
    });
  });
