import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certificate } from "../../../../test/certificate.ts";
import { auditExportSettings, placeOf } from "../settings.ts";

const { auditExport, auditExportHeaders } = auditExportSettings.table;

test("targets are read", () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-settings-"));
  const path = join(folder, "ca.pem");
  writeFileSync(path, certificate);
  const ca = undefined;
  const read: readonly (readonly [string, object, string])[] = [
    ["file:/var/log/a%20b.jsonl", { kind: "file", path: "/var/log/a b.jsonl" }, "file /var/log/a b.jsonl"],
    ["file:///a", { kind: "file", path: "/a" }, "file /a"],
    [
      "syslog://logs.example.com:601",
      { kind: "syslog", host: "logs.example.com", port: 601, tls: false, ca },
      "syslog server logs.example.com:601",
    ],
    ["syslog://h:443", { kind: "syslog", host: "h", port: 443, tls: false, ca }, "syslog server h:443"],
    [
      `syslogs://[::1]/?ca=${path}`,
      { kind: "syslog", host: "::1", port: 6514, tls: true, ca: certificate },
      "syslog server ::1:6514 (TLS)",
    ],
    [
      "otlp+http://collector:4318",
      { kind: "otlp", url: "http://collector:4318", ca },
      "collector http://collector:4318",
    ],
    [
      `otlp+https://c.example/base/?ca=${path}`,
      { kind: "otlp", url: "https://c.example/base", ca: certificate },
      "collector https://c.example/base",
    ],
  ];
  for (const [raw, target, place] of read) {
    expect(auditExport.parse(raw)).toEqual(target as never);
    expect(placeOf(target as never)).toBe(place);
  }
  expect(auditExport.parse(undefined)).toBeUndefined();
  rmSync(folder, { recursive: true });
});

const wrongTargets: readonly (readonly [string, RegExp])[] = [
  ["", /must be file:/],
  ["/var/log/audit", /must be file:/],
  ["http://collector", /must be file:/],
  ["file:audit.jsonl", /whole path/],
  ["file://host/audit.jsonl", /whole path/],
  ["file:/var/log/", /not a folder/],
  ["file:/a%", /percent-encoding/],
  ["syslog://host", /name the port/],
  ["syslog://host:99999", /must be file:/],
  ["syslog://host:601/path", /must be file:/],
  ["syslog://user:hunter2@host:601", /must not contain a user or a password/],
  ["syslog://host:601?ca=/x", /needs TLS/],
  ["syslogs://host?x=1", /unknown parameter x/],
  ["syslogs://host?ca=/nowhere", /cannot be read/],
  [`syslogs://host?ca=${import.meta.path}`, /certificates in PEM/],
  ["otlp+https://user:hunter2@host", /must not contain a user or a password/],
  ["otlp+http://host?ca=/x", /needs TLS/],
];

test.each(wrongTargets)("%s is refused", (raw, message) => {
  expect(() => auditExport.parse(raw)).toThrow(message);
  expect(() => auditExport.parse(raw)).not.toThrow(/hunter2/);
});

test("headers are read, and mistakes are named without their values", () => {
  expect(auditExportHeaders.parse(undefined)).toEqual({});
  expect(auditExportHeaders.parse("Authorization=Basic%20YTpi=, X-A = b%2Cc ,")).toEqual({
    Authorization: "Basic YTpi=",
    "X-A": "b,c",
  });
  for (const [raw, message] of [
    ["hunter2", /pair 1 is not/],
    ["A=b,B =c%0d%0aX: hunter2", /pair 2 is not/],
    ["A=", /pair 1 is not/],
    ["Content-Type=hunter2", /must not contain the header Content-Type/],
    ["A=%zz", /percent-encoding/],
  ] as const) {
    expect(() => auditExportHeaders.parse(raw)).toThrow(message);
    expect(() => auditExportHeaders.parse(raw)).not.toThrow(/hunter2/);
  }
});
