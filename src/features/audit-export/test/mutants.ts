import type { Mutant } from "../../../../test/mutants/mutant.ts";

const restores = "src/features/audit-export/test/restores.test.ts";
const folder = "src/features/audit-export";
const exporting = `${folder}/test/exporting.test.ts`;
const syslog = `${folder}/test/syslog.test.ts`;
const file = `${folder}/test/file.test.ts`;
const otlp = `${folder}/test/otlp.test.ts`;

/** Bugs in the export of the audit log. */
export const mutants: readonly Mutant[] = [
  {
    bug: "entries are read after the last marked one, in place of by their marks",
    file: `${folder}/sending/export-rows.ts`,
    find: "auditLog.select(db, sql`where exported = 0 order by at, id limit",
    replace:
      "auditLog.select(db, sql`where exported = 0 and id > coalesce((select max(id) from audit_log where exported = 1), '') order by at, id limit",
    test: exporting,
    named: "becomes visible late|racers",
  },
  {
    bug: "entries are marked before they are sent",
    file: `${folder}/sending/exporter.ts`,
    find: "const outcome = await this.#send(entries);",
    replace:
      "await noteDelivered(this.#context.database, entries.map(({ id }) => id), []); const outcome = await this.#send(entries);",
    test: exporting,
    named: "a crash|another process has the lease",
  },
  {
    bug: "every process sends",
    file: "src/outbox/deliverer-lease.ts",
    find: "held ? now + leaseMs : 0",
    replace: "held || !held ? now + leaseMs : 0",
    test: exporting,
    named: "of two processes one sends",
  },
  {
    bug: "an attempt goes on without the lease",
    file: `${folder}/sending/exporter.ts`,
    find: "if (!this.#lease.isHeld) lost.abort();",
    replace: "if (!this.#lease.isHeld) lost.signal;",
    test: exporting,
    named: "another process has the lease",
  },
  {
    bug: "waiting entries are purged",
    file: `${folder}/audit-exports.ts`,
    find: "return oldest;",
    replace: "return undefined;",
    test: exporting,
    named: "is not purged",
  },
  {
    bug: "a connection that the server closes early counts as delivered",
    file: `${folder}/destinations/syslog.ts`,
    find: 'if (state === "ended") state = "answered";',
    replace: 'if (state !== "answered") state = "answered";',
    test: syslog,
    named: "that closes",
  },
  {
    bug: "messages count as delivered when they are written",
    file: `${folder}/destinations/syslog.ts`,
    find: "      socket.end();",
    replace: "      socket.end(); resolve();",
    test: syslog,
    named: "that hangs|that stays",
  },
  {
    bug: "a value can end its element",
    file: `${folder}/destinations/syslog-message.ts`,
    find: '.replaceAll(/["\\\\\\]]/g, "\\\\$&")',
    replace: '.replaceAll(/["\\\\]/g, "\\\\$&")',
    test: syslog,
    named: "no value can end",
  },
  {
    bug: "messages are counted in characters",
    file: `${folder}/destinations/syslog-message.ts`,
    find: "Buffer.byteLength(message)",
    replace: "message.length",
    test: syslog,
    named: "no value can end",
  },
  {
    bug: "a cut line is continued",
    file: `${folder}/destinations/file.ts`,
    find: '!== newline ? "\\n" : "";',
    replace: '!== newline ? "" : "";',
    test: file,
    named: "a cut line",
  },
  {
    bug: "a partial success counts as success",
    file: `${folder}/destinations/otlp.ts`,
    find: "if (!(rejected > 0)) return undefined;",
    replace: "if (!(rejected > 1000)) return undefined;",
    test: otlp,
    named: "a partial success",
  },
  {
    bug: "a collector that refuses everything loses every entry",
    file: `${folder}/destinations/otlp.ts`,
    find: "if (taken.length > 0) return { taken, refused };",
    replace: "if (refused.length > 0) return { taken: refused.map(({ id }) => id), refused: [] };",
    test: otlp,
    named: "refuses everything",
  },
  {
    bug: "Retry-After is not kept",
    file: `${folder}/sending/exporter.ts`,
    find: "Math.max(failingPauseMs(since, now), retryAfterMs)",
    replace: "Math.max(failingPauseMs(since, now), retryAfterMs * 0)",
    test: otlp,
    named: "is busy",
  },
  {
    bug: "a restore exports an audit entry again",
    file: "src/features/audit-export/sending/export-rows.ts",
    find: "    decide(tx, exported, { entries: taken });\n",
    replace: "",
    test: restores,
    named: 'restores of the audit export on sqlite an entry is exported once, and \\"send',
  },
  {
    bug: "audit entries of before a restore are exported though they were dropped",
    file: "src/features/audit-export/sending/export-rows.ts",
    find: "drop: () => sql`exported = 1`",
    replace: "drop: () => sql`exported = 0`",
    test: restores,
    named: 'restores of the audit export on sqlite an entry is exported once, and \\"drop',
  },
];
