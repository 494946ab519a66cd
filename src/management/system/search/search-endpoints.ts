import { z } from "zod";
import { type Context, endpoint } from "../../../calls/context.ts";
import { isOperator } from "../../../http/caller.ts";
import { type Call, json } from "../../../http/endpoint.ts";
import { secret } from "../../../http/validation/secrets.ts";
import { type Hit, hitKinds, searchGroups } from "../../../running/searches.ts";
import { entityId, remark } from "../../common/identifiers.ts";
import { findUser, userMissing } from "../../common/user-resource.ts";
import { groupMost, runSearch } from "./run-search.ts";

const SearchRequest = z
  .strictObject({
    text: secret(remark(256).min(1)).describe(
      "A name, number, ID, reference, amount, VIN, plate, title, or the last four characters of a key or more. It can be a key, so that no log and no error shows it.",
    ),
  })
  .meta({ id: "SearchRequest", example: { text: "2026-0061" } });

const group = z.enum(searchGroups);
const values = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .describe(
    "What its texts name, for programs and translations; times are milliseconds UTC, sums minor units.",
  );

const SearchHit = z
  .object({
    kind: z.enum(hitKinds).describe("What the object is; `calls`: a list of them."),
    label: z.string().describe("Its number or name; of a key, only its last four characters."),
    detail: z.string().nullable().describe("How it differs from others, in English; null for nothing."),
    values,
    object: z.string().describe("Its path in this API. A lookup is named, and not made."),
    account: z.string().nullable().describe("The account that it belongs to; null if it belongs to none."),
    exact: z.boolean().describe("Whether the text is its number, ID or whole name."),
  })
  .meta({ id: "SearchHit" });

const Search = z
  .object({
    groups: z
      .array(
        z.object({
          group: group.describe("What its objects are about."),
          hits: z.array(SearchHit).describe(`At most ${groupMost}, exact ones first.`),
        }),
      )
      .describe("Groups without hits are absent. One with an exact hit is before the others."),
    missing: z
      .object({
        code: z.string().describe("Which sentence it is, for programs and translations."),
        values,
        text: z.string().describe("A sentence, in English: `No invoice 2026-0161. The last is 2026-0065.`"),
      })
      .nullable()
      .describe("Why nothing has the number that the text is; null if it is none, or something has it."),
    unread: z.array(group).describe("Groups of which something could not be searched within a second."),
  })
  .meta({ id: "Search" });

const common = {
  tag: "System",
  method: "POST",
  whileHeld: true,
  body: SearchRequest,
  response: Search,
  extension: true,
} as const;

const found =
  "Names are found by the start of any word, without case and accents; money by number, reference and sum; calls by call ID and request ID; keys by their last four characters.";

type SearchCall<Params = unknown> = Call<Params, unknown, unknown, z.output<typeof SearchRequest>>;

export const searchEndpoints = [
  endpoint({
    ...common,
    id: "search",
    audience: "operator",
    // Every operator has it; each group needs its own.
    permission: "inbox.view",
    path: "/system/search",
    summary: "Search money, customers, calls, plans, settings and docs by one text",
    description: `${found} The groups are those for which the caller's role has the permission. Nothing is charged.`,
    handle: async (context, call: SearchCall) => json(await answer(context, call, undefined)),
  }),
  endpoint({
    ...common,
    id: "searchAccount",
    audience: "customer",
    permission: "account.view",
    path: "/users/{id}/search",
    summary: "Search an account's money, calls, keys and subscriptions, the plans and the docs by one text",
    description: `${found} Customers search the account that they act for. Nothing is charged.`,
    params: z.object({ id: entityId }),
    errors: ["not_found"],
    async handle(context, call: SearchCall<{ id: string }>) {
      const { caller, params } = call;
      // The role of a member counts in the account that it acts for alone.
      const isOwn = caller.kind === "user" && caller.userId === params.id;
      if (!isOwn && !(isOperator(caller) && (await findUser(context.database, params.id))))
        throw userMissing(params.id);
      return json(await answer(context, call, params.id));
    },
  }),
];

async function answer(
  context: Context,
  { caller, body }: SearchCall,
  account: string | undefined,
): Promise<z.output<typeof Search>> {
  const { groups, missing = null, unread } = await runSearch(context, caller, body.text, account);
  return {
    groups: groups.map(({ group, hits }) => ({ group, hits: hits.map(shownHit) })),
    missing: missing && { ...missing, values: { ...missing.values } },
    unread: [...unread],
  };
}

const shownHit = ({ kind, label, detail, values = {}, object, account, isExact }: Hit) => ({
  kind,
  label,
  detail,
  values: { ...values },
  object,
  account: account ?? null,
  exact: isExact ?? false,
});
