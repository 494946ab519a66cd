import { serviceAudit } from "../access/audit.ts";
import { systemClock } from "../base/clock.ts";
import { loadConfig } from "../config.ts";
import { type Command, loadServices } from "../feature.ts";
import { coreRestoring } from "../management/system/core-restoring.ts";
import { resumeAudited, shownHeld, whyNotResumed } from "../management/system/resume.ts";
import { argumentsOf, UsageError } from "./command.ts";
import { withExistingDatabase } from "./existing-database.ts";

export const resumeCommand: Command = {
  help: `Usage: vingate resume [--show] [--messages drop|send] [--json]

After a restore the service answers lookups, and holds what charges, sends or gives. This shows
what was found: which decisions were made again, what is lost, and which messages wait. Then it
lets the service continue, which every node does within seconds.

While something is undecided, such as money that the payment provider has for a lost payment, it
does not continue: System, in the console, has the choices.

Options:
  --show           Show it, and change nothing.
  --messages WHAT  "drop" (default) or "send": what becomes of mails and events that waited when
                   the backup was made. Some of them may have been sent before.
  --json           Print one JSON object.

Exit code: 0 if the service continues or was not held, 1 if not, 2 for a wrong command line.

Examples:
  vingate resume --show
  vingate resume`,
  async run(args, env, features) {
    const { values, positionals } = argumentsOf(args, {
      show: { type: "boolean" },
      messages: { type: "string" },
      json: { type: "boolean" },
    });
    const { show = false, json = false, messages = "drop" } = values;
    if (positionals.length > 0) throw new UsageError("resume takes options only");
    if (messages !== "drop" && messages !== "send") throw new UsageError('--messages is "drop" or "send"');
    const restoring = [
      ...coreRestoring,
      ...(await loadServices(features)).flatMap((service) => service.restoring ?? []),
    ];
    return withExistingDatabase(loadConfig(env, features), async (db) => {
      const held = await shownHeld(db, restoring);
      const why = held && whyNotResumed(held.undecided);
      const resumed = held !== null && !show && why === undefined;
      if (resumed)
        await db.transaction((tx) =>
          resumeAudited(tx, restoring, messages, serviceAudit(systemClock(), "command")),
        );
      process.stdout.write(json ? `${JSON.stringify({ held, resumed })}\n` : textOf(held, resumed, messages));
      return why === undefined || why === null || show ? 0 : 1;
    });
  },
};

function textOf(held: Awaited<ReturnType<typeof shownHeld>>, resumed: boolean, messages: string): string {
  if (!held) return "Nothing is held: the service charges and sends.\n";
  const counted = (title: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`  ${title} ${name}: ${count}`] : []));
  const lines = [
    `Held since ${held.since}: the database went back, and epoch ${held.epoch} began.`,
    ...held.causes.map((cause) => `  ${cause}`),
    ...(held.gap_from === null ? [] : [`  from ${held.gap_from} to ${held.gap_to}`]),
    ...counted("made again:", held.replayed),
    ...counted("not made again, of unknown kind:", held.unknown),
    ...(held.calls_lost > 0 ? [`  answered calls that are lost: ${held.calls_lost}`] : []),
    ...held.logs_unread.map((id) => `  decision log of another node, not read: ${id}`),
    ...counted("waiting:", held.waiting),
    ...held.notes.map((note) => `  ${note}`),
    "Sign-ups, grants and settings of that time are lost.",
    resumed
      ? `The service continues. Messages that waited: ${messages === "drop" ? "dropped" : "sent"}.`
      : (whyNotResumed(held.undecided) ?? 'Run "vingate resume" to continue.'),
  ];
  return `${lines.join("\n")}\n`;
}
