import type { Context } from "../../../calls/context.ts";
import { proofSettings } from "../settings.ts";
import type { Statement } from "../statements/statement.ts";
import { PaperThread } from "./paper-thread.ts";

/** One thread is enough for a process: papers are requested a few times a month. */
const papers = new PaperThread();

/** A statement as PDF, made of its canonical JSON. */
export function statementPdf(context: Context, account: string, body: string): Promise<Uint8Array> {
  const { subscriptions } = JSON.parse(body) as Statement;
  const used = new Set(subscriptions.flatMap((one) => one.usage.map((sum) => sum.operation)));
  const named = context.operations.filter(({ id }) => used.has(id));
  return papers.render(account, {
    body,
    names: Object.fromEntries(named.map(({ id, summary }) => [id, summary])),
    publicUrl: context.config.publicUrl,
    font: proofSettings.of(context.config).statementFont,
  });
}
