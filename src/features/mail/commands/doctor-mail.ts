import { argumentsOf, UsageError } from "../../../cli/command.ts";
import { loadConfig } from "../../../config.ts";
import type { Command } from "../../../feature.ts";
import { type DnsRecord, dnsRecords } from "../dns-records.ts";
import { configuredMail } from "../settings.ts";

/** `vingate doctor --mail`. */
export const doctorMailCommand: Command = {
  help: `Usage: vingate doctor --mail [--json]

Prints the DNS records by which receivers recognize the sender of mails (SPF, DKIM, DMARC), and
whether DNS has them. Start it with the settings of the service. It changes nothing and sends
nothing; without a network the records are "not checked".

Options:
  --json    Print one JSON object.

Exit code: 0 if no record is missing or differs, 1 otherwise or without settings of mail, 2 for a
wrong command line.

Examples:
  vingate doctor --mail`,
  async run(args, env, features) {
    const { values, positionals } = argumentsOf(args, { json: { type: "boolean" } });
    if (positionals.length > 0) throw new UsageError("doctor --mail takes only --json");
    const mail = configuredMail(loadConfig(env, features));
    if (!mail) {
      process.stderr.write("No mail is sent: set VINGATE_SMTP_URL and VINGATE_MAIL_FROM.\n");
      return 1;
    }
    const records = await dnsRecords(mail);
    const isWrong = records.some(({ state }) => state === "missing" || state === "differs");
    process.stdout.write(values.json ? `${JSON.stringify({ ok: !isWrong, records })}\n` : textOf(records));
    return isWrong ? 1 : 0;
  },
};

const shown = { ok: "ok", missing: "MISSING", differs: "DIFFERS", "not checked": "not checked" } as const;

const textOf = (records: readonly DnsRecord[]): string =>
  records
    .map(({ record, name, expected, state, found }) => {
      const lines = [`${record.padEnd(6)} ${shown[state]}`, `  ${name} TXT "${expected}"`];
      return [...lines, ...(found === null ? [] : [`  DNS has "${found}"`]), ""].join("\n");
    })
    .join("\n");
