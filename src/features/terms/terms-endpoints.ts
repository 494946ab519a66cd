import { z } from "zod";
import { auditedChange } from "../../access/audited-change.ts";
import { isoTime } from "../../base/clock.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { timesOf, wireOf } from "../../entities/wire.ts";
import { isOperator } from "../../http/caller.ts";
import { type BodyCall, type Call, json } from "../../http/endpoint.ts";
import { forbidden, notFound } from "../../http/errors.ts";
import { entityId, line, remark } from "../../management/common/identifiers.ts";
import { findUser, requireOwn, userMissing } from "../../management/common/user-resource.ts";
import {
  type Acceptance,
  acceptancesOf,
  acceptTerms,
  currentTerms,
  findTerms,
  openTerms,
  publishTerms,
  type TermsVersion,
  termsKinds,
} from "./stored-terms.ts";

const kind = z
  .enum(termsKinds)
  .describe("Terms of service, privacy, processing of data, or license of data.");
const version = z.int().min(1).describe("From 1. A published version never changes.");

const Terms = z
  .object({
    kind,
    version,
    title: z.string().describe("The heading."),
    url: z.string().nullable().describe("The page to read; null if the version has a text."),
    digest: z.string().describe("SHA-256 of the text, or of the address, in hexadecimal digits."),
    published_at: z.iso.datetime().describe("When it was published."),
  })
  .meta({ id: "Terms" });

const TermsText = Terms.extend({
  text: z.string().nullable().describe("Markdown; null if the version is a page elsewhere."),
}).meta({ id: "TermsText" });

const TermsRequest = z
  .strictObject({
    title: line(200).describe("The heading."),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .nullable()
      .default(null)
      .describe("A page to read."),
    text: remark(100_000).min(1).nullable().default(null).describe("Markdown."),
  })
  .refine(({ url, text }) => (url === null) !== (text === null), {
    path: ["text"],
    error: "either url or text must be given",
  })
  .meta({ id: "TermsRequest", example: { title: "Terms of service", text: "# Terms of service" } });

const AcceptanceRequest = z
  .strictObject({ kind, version })
  .meta({ id: "AcceptanceRequest", example: { kind: "terms", version: 1 } });

const AcceptanceShown = z
  .object({ kind, version, accepted_at: z.iso.datetime().describe("When it was accepted first.") })
  .meta({ id: "Acceptance" });

const common = { tag: "Terms", extension: true } as const;

export const termsEndpoints = [
  endpoint({
    ...common,
    id: "publishTerms",
    method: "PUT",
    path: "/terms/{kind}",
    audience: "operator",
    permission: "terms.change",
    summary: "Publish the next version of terms",
    description:
      "Customers are requested to accept it on their next visit of the console. No call and no sign-in stops. The content of the newest version makes none.",
    params: z.object({ kind }),
    body: TermsRequest,
    response: TermsText,
    errors: ["conflict"],
    idempotent: true,
    handle: putTerms,
  }),
  endpoint({
    ...common,
    id: "listTerms",
    method: "GET",
    path: "/terms",
    audience: "none",
    summary: "List the current versions of terms",
    response: z.array(Terms),
    async handle({ database }: Context) {
      return json((await currentTerms(database)).map(shownTerms));
    },
  }),
  endpoint({
    ...common,
    id: "getTerms",
    method: "GET",
    path: "/terms/{kind}/{version}",
    audience: "none",
    summary: "Read a version of terms",
    params: z.object({ kind, version: z.coerce.number().int().min(1).max(1_000_000) }),
    response: TermsText,
    errors: ["not_found"],
    async handle(
      { database }: Context,
      { params }: Call<{ kind: (typeof termsKinds)[number]; version: number }>,
    ) {
      const found = await findTerms(database, params.kind, params.version);
      if (!found) throw notFound(`There is no version ${params.version} of ${params.kind}.`);
      return json(withText(found));
    },
  }),
  endpoint({
    ...common,
    id: "listOpenTerms",
    method: "GET",
    path: "/terms/open",
    audience: "customer",
    permission: "self.view",
    summary: "List the terms that the caller has not accepted",
    description: "Operators accept none.",
    response: z.array(Terms),
    async handle({ database }: Context, { caller }: Call) {
      const open =
        caller.kind === "user" && !isOperator(caller) ? await openTerms(database, caller.userId) : [];
      return json(open.map(shownTerms));
    },
  }),
  endpoint({
    ...common,
    id: "acceptTerms",
    method: "POST",
    path: "/terms/acceptances",
    audience: "customer",
    permission: "self.change",
    summary: "Accept the current version of terms",
    description: "409 if the version was replaced. Repeating it changes nothing.",
    body: AcceptanceRequest,
    response: AcceptanceShown,
    errors: ["not_found", "conflict", "forbidden"],
    idempotent: true,
    handle: accept,
  }),
  endpoint({
    ...common,
    id: "listAcceptances",
    exported: "acceptances",
    method: "GET",
    path: "/users/{id}/acceptances",
    audience: "customer",
    permission: "account.view",
    summary: "List the terms that a user has accepted, newest first",
    params: z.object({ id: entityId }),
    response: z.array(AcceptanceShown),
    errors: ["not_found"],
    async handle({ database }: Context, { caller, params: { id } }: Call<{ id: string }>) {
      requireOwn(caller, id);
      if (isOperator(caller) && !(await findUser(database, id))) throw userMissing(id);
      return json((await acceptancesOf(database, id)).map(shownAcceptance));
    },
  }),
];

const shownTerms = (terms: TermsVersion): z.output<typeof Terms> => ({
  ...wireOf(terms, "kind", "version", "title", "url", "digest"),
  ...timesOf(terms, "publishedAt"),
});

const withText = (terms: TermsVersion): z.output<typeof TermsText> =>
  Object.assign(shownTerms(terms), { text: terms.body });

const shownAcceptance = ({ kind, version, at }: Acceptance) => ({ kind, version, accepted_at: isoTime(at) });

type PutCall = BodyCall<typeof TermsRequest, { kind: TermsVersion["kind"] }>;

function putTerms(context: Context, call: PutCall) {
  const { kind } = call.params;
  const { title, url, text: body } = call.body;
  return auditedChange(context, call, "terms.publish", `/terms/${kind}`, async (tx, audit) => {
    const { terms, isNew } = await publishTerms(tx, kind, { title, url, body }, audit);
    const answer = json(withText(terms));
    return isNew ? { after: shownTerms(terms), answer } : answer;
  });
}

function accept(context: Context, call: BodyCall<typeof AcceptanceRequest>) {
  const { caller, body } = call;
  if (caller.kind !== "user")
    throw forbidden("The operator token has no account that could accept. Sign in.");
  return call.change(async (tx) =>
    json(shownAcceptance(await acceptTerms(tx, caller.userId, { ...body, at: context.clock() }))),
  );
}
