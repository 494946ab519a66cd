import { z } from "zod";
import { isoTime } from "../../../base/clock.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { attachedAs } from "../../../http/attachment.ts";
import { isOperator } from "../../../http/caller.ts";
import { type Answer, type Call, json, type StreamedAnswer } from "../../../http/endpoint.ts";
import { notFound, tooManyCalls } from "../../../http/errors.ts";
import {
  Accept,
  type Accepting,
  accepts,
  reportAnswer,
  wantsCsv,
} from "../../../management/common/csv-answer.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { findUser, requireOwn, userMissing } from "../../../management/common/user-resource.ts";
import { requestLogStart } from "../../../metering/usage/log-start.ts";
import { monthRange } from "../days/calendar.ts";
import { statementPdf } from "../paper/statement-pdf.ts";
import { callFile } from "../statements/call-file.ts";
import type { Statement } from "../statements/statement.ts";
import { listMonths, readStatement } from "../statements/stored-statements.ts";
import { inShare } from "./shares.ts";

const ListedStatement = z
  .object({
    month: z.string().describe("The month, in UTC."),
    state: z
      .enum(["final", "provisional"])
      .describe("`final` once the month has ended and all its days are proved; it never changes then."),
    calls: z.int().describe("The calls of the proved days, free ones too."),
    credits: z.int().describe("The credits of these calls."),
  })
  .meta({ id: "ListedStatement" });

const ofUser = z.object({ id: entityId });
const ofMonth = ofUser.extend({
  month: z
    .string()
    .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/)
    .describe("The month, in UTC.")
    .meta({ example: "2026-10" }),
});
type MonthCall = Call<z.output<typeof ofMonth>, unknown, Accepting>;

const common = {
  tag: "Users",
  audience: "customer",
  method: "GET",
  errors: ["not_found", "rate_limited"],
  extension: true,
} as const;

export const statementEndpoints = [
  endpoint({
    ...common,
    id: "listStatements",
    exported: "statements",
    permission: "papers.view",
    path: "/users/{id}/statements",
    errors: ["not_found"],
    summary: "List the months of which an account has a statement, newest first",
    params: ofUser,
    response: z.array(ListedStatement),
    async handle(context: Context, call: Call<{ id: string }>) {
      await requireAccount(context, call);
      return json(await listMonths(context, call.params.id));
    },
  }),
  endpoint({
    ...common,
    id: "getStatement",
    exported: "statements/{month}/statement",
    permission: "papers.view",
    path: "/users/{id}/statements/{month}",
    summary: "Get the statement of an account and month, which proves itself",
    description:
      "As JSON (the format is at /docs/statement-format.md), as a PDF that contains it, or its usage as CSV, by `Accept`. The open month has a provisional one.",
    params: ofMonth,
    headers: Accept,
    types: ["application/json", "text/csv", "application/pdf"],
    readsUsage: true,
    handle: getStatement,
  }),
  endpoint({
    ...common,
    id: "getStatementCalls",
    exported: "statements/{month}/calls",
    permission: "papers.view",
    path: "/users/{id}/statements/{month}/calls",
    summary: "Download the calls of a statement's proved days",
    description:
      "Lines of JSON, compressed with gzip: one for each call, in the order in which the days prove them. Single calls are in the request log for as long as that is kept.",
    params: ofMonth,
    types: ["application/gzip"],
    answers: "stream",
    handle: getCalls,
  }),
];

async function requireAccount(
  { database }: Context,
  { caller, params }: Call<{ id: string }>,
): Promise<void> {
  requireOwn(caller, params.id);
  if (isOperator(caller) && !(await findUser(database, params.id))) throw userMissing(params.id);
}

/** Throws 404 if calls of the month are not kept any more, or their digests cannot be made. */
async function requireKept({ database }: Context, userId: string, month: string): Promise<void> {
  if ((await findUser(database, userId))?.state === "deleted")
    throw notFound("The account is deleted, and with it the salt of its calls' digests.");
  const { from } = monthRange(month);
  const kept = await requestLogStart(database);
  if (kept !== undefined && kept > from)
    throw notFound(
      `Single calls are kept since ${isoTime(kept)}, so those of ${month} are not complete. VINGATE_REQUEST_LOG_DAYS sets for how long.`,
    );
}

async function getStatement(context: Context, call: MonthCall): Promise<Answer> {
  await requireAccount(context, call);
  const { id, month } = call.params;
  const body = await inShare(id, () => readStatement(context, id, month));
  const { accept } = call.headers;
  const name = `statement-${month}`;
  const headersOf = (ending: string) => ({
    ...attachedAs(`${name}.${ending}`),
    vary: "accept",
  });
  if (accepts(accept, "application/pdf"))
    return {
      body: await statementPdf(context, id, body),
      type: "application/pdf",
      headers: headersOf("pdf"),
    };
  if (wantsCsv(accept)) {
    const { subscriptions } = JSON.parse(body) as Statement;
    const rows = subscriptions.flatMap((one) => one.usage.map((sum) => ({ subscription: one.id, ...sum })));
    return reportAnswer(accept, name, {}, ["subscription", "operation", "class", "calls", "credits"], rows);
  }
  return { body, type: "application/json", headers: headersOf("json") };
}

async function getCalls(context: Context, call: Call<z.output<typeof ofMonth>>): Promise<StreamedAnswer> {
  await requireAccount(context, call);
  const { id, month } = call.params;
  if (context.responses.unsent.isFull(id))
    throw tooManyCalls("Too many downloads of this account are not read. Read them first.", 1);
  const statement = JSON.parse(await inShare(id, () => readStatement(context, id, month))) as Statement;
  await requireKept(context, id, month);
  const { signal } = call.request!;
  return {
    body: context.responses.unsent.stream({ client: id, signal, keptBytes: 0 }, callFile(context, statement)),
    type: "application/gzip",
    headers: attachedAs(`calls-${month}.ndjson.gz`),
  };
}
