import { z } from "zod";
import { type Context, endpoint } from "../../../calls/context.ts";
import { requireKeyAccess } from "../../../calls/metered-request.ts";
import { isOperator } from "../../../http/caller.ts";
import { type Answer, type Call, json, noStore } from "../../../http/endpoint.ts";
import { notFound } from "../../../http/errors.ts";
import { publicPage } from "../../../management/documentation/pages.ts";
import { opened } from "../../../running/opened.ts";
import { findSalt } from "../days/salts.ts";
import { Proof } from "../proof.ts";
import { findLine, makeReceipt } from "../receipts/find-receipt.ts";
import { inShare } from "./shares.ts";

const Receipt = z
  .object({
    call: z.string().describe("The call ID."),
    subscription_id: z.string(),
    at: z.int().describe("When the call was made: milliseconds since 1970, UTC."),
    operation: z.string(),
    status: z.int(),
    credits: z.int(),
    digest: z.string().describe("Of request ID, method and URL, with the account's salt."),
    leaf: z.string().describe("The hash of its line, as in `x-receipt`."),
    day: z.string().nullable().describe("The day that proves it; null until it is proved."),
    day_line: z.string().nullable().describe("The line of that day in the log."),
    index: z.int().nullable().describe("Its place among the calls of the day."),
    hashes: z.array(z.string()).nullable().describe("Its inclusion proof in the day."),
    proof: z.string().nullable().describe("The proof of the day in the log, a C2SP tlog-proof."),
  })
  .meta({ id: "Receipt" });

const Salt = z
  .object({
    salt: z.string().describe("32 bytes in Base64: the key of the digests of this account's calls."),
  })
  .meta({ id: "ReceiptSalt" });

const ofCall = z.object({
  journal: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .describe("The first part of a call ID."),
  seq: z.coerce.number().int().min(1).max(999_999_999_999_999).describe("The second part of a call ID."),
});

const common = { tag: "Users", audience: "customer", method: "GET", extension: true } as const;

export const receiptEndpoints = [
  endpoint({
    ...common,
    audience: "key",
    id: "getReceiptSalt",
    path: "/receipts/salt",
    summary: "Get the salt of the digests in receipts",
    description: "Free. With it a program can compute the leaf of its own call.",
    response: Salt,
    errors: ["ip_not_allowed"],
    async handle(context: Context, call: Call): Promise<Answer> {
      const { caller } = await requireKeyAccess(context, call);
      const salt = await findSalt(context.database, caller.userId);
      return json({ salt: Buffer.from(salt ?? []).toString("base64") }, noStore);
    },
  }),
  endpoint({
    ...common,
    id: "getReceipt",
    permission: "calls.view",
    path: "/receipts/{journal}/{seq}",
    summary: "Get the receipt of a call, with its proof once its day is proved",
    description:
      "The format is at /docs/statement-format.md. A call is found for as long as the request log is kept.",
    params: ofCall,
    response: Receipt,
    errors: ["not_found", "rate_limited"],
    readsUsage: true,
    async handle(context: Context, { caller, params }: Call<z.output<typeof ofCall>>): Promise<Answer> {
      const found = await findLine(context, { journalId: params.journal, seq: params.seq });
      const owner = found?.userId;
      if (!found || !(isOperator(caller) || (caller.kind === "user" && caller.userId === owner)))
        throw notFound(`There is no call ${params.journal}/${params.seq}.`);
      // Without its salt the line would be another one.
      if ((await findSalt(context.database, found.userId)) === undefined)
        throw notFound("The account is deleted, and with it the salt of its calls' digests.");
      const who = caller.kind === "user" ? caller.userId : caller.kind;
      return json(await inShare(who, () => makeReceipt(context, found)), noStore);
    },
  }),
  endpoint({
    ...publicPage,
    id: "getProofKey",
    path: "/.well-known/vingate-proof-key",
    summary: "Get the public keys that sign statements",
    types: ["text/plain"],
    async handle(context: Context): Promise<Answer> {
      const keys = await opened(context, Proof).keys();
      return { body: keys.map(({ line }) => `${line}\n`).join(""), type: "text/plain; charset=utf-8" };
    },
  }),
];
