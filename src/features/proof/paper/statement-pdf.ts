import type { Context } from "../../../calls/context.ts";
import { type Drawing, papers } from "../../../pdf/paper-thread.ts";
import { letterheadAt } from "../../../running/brand.ts";
import type { Statement } from "../statements/statement.ts";
import type { StatementPaper } from "./render-statement.ts";

export const statementDrawing: Drawing<StatementPaper> = {
  script: "src/features/proof/paper/statement-script.ts",
};

/** A statement as PDF, made of its canonical JSON. */
export async function statementPdf(context: Context, account: string, body: string): Promise<Uint8Array> {
  const { subscriptions, issued_at } = JSON.parse(body) as Statement;
  const used = new Set(subscriptions.flatMap((one) => one.usage.map((sum) => sum.operation)));
  const named = context.operations.filter(({ id }) => used.has(id));
  return papers.render(account, statementDrawing, {
    body,
    names: Object.fromEntries(named.map(({ id, summary }) => [id, summary])),
    publicUrl: context.config.publicUrl,
    font: context.config.statementFont,
    letterhead: await letterheadAt(context, issued_at),
  });
}
