import { z } from "zod";
import { errorFields } from "../../base/log.ts";
import { withTimeout } from "../../base/with-timeout.ts";
import { type Context, endpoint, type OpenapiDocument, type ShownApi } from "../../calls/context.ts";
import { type Caller, isOperator } from "../../http/caller.ts";
import type { Answer, Call } from "../../http/endpoint.ts";
import { unavailable } from "../../http/errors.ts";
import { StoredBodyHeaders, storedAnswer } from "../../http/stored-body.ts";
import { shownApis } from "../apis/shown-apis.ts";

/** Whom a document counts for. */
const accountOf = (caller: Caller): string => {
  if (isOperator(caller)) return "operators";
  return caller.kind === "user" || caller.kind === "subscription" ? caller.userId : "";
};

const documentFor = async (context: Context, caller: Caller): Promise<OpenapiDocument> =>
  documentOf(context, await shownApis(context.database, caller), accountOf(caller));

/** The document with these registered APIs, which counts for the account. Throws 503. */
export async function documentOf(
  context: Context,
  apis: readonly ShownApi[] = [],
  account = "",
): Promise<OpenapiDocument> {
  return made(context, context.openapi.get(apis, account));
}

/** What is made of a document. Throws 503 if that fails. */
async function made<T>(context: Context, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    context.log.error("the OpenAPI document is unavailable", errorFields(error));
    throw unavailable("The OpenAPI document could not be made; the log of the service says why.");
  }
}

/** The answer, or 503 after the time that a caller waits: it is made for the next call then. */
export const whileMade = <T>({ openapi }: Pick<Context, "openapi">, answer: Promise<T>): Promise<T> =>
  withTimeout(answer, openapi.waitMs, () =>
    unavailable("The OpenAPI document is still being made. Repeat the call."),
  );

/** All strangers get one body; what another caller gets depends on the credential. */
const vary = "authorization, x-authkey";
const publicly = { "cache-control": "public, max-age=60", vary };
const privately = { "cache-control": "private, no-cache", vary };
const cachingFor = ({ kind }: Caller) => (kind === "anonymous" || kind === "client" ? publicly : privately);

type DocumentCall = Pick<Call<unknown, unknown, z.output<typeof StoredBodyHeaders>>, "caller" | "headers">;

async function inJson(context: Context, { caller, headers }: DocumentCall): Promise<Answer> {
  const { json } = await documentFor(context, caller);
  return made(context, storedAnswer(json, headers, cachingFor(caller)));
}

async function inYaml(context: Context, { caller, headers }: DocumentCall): Promise<Answer> {
  const document = await documentFor(context, caller);
  const yaml = await made(context, document.yaml());
  return made(context, storedAnswer(yaml, headers, cachingFor(caller)));
}

const shared = {
  method: "GET",
  tag: "Documentation",
  audience: "any",
  headers: StoredBodyHeaders,
  head: true,
  extension: true,
} as const;

export const documentEndpoints = [
  endpoint({
    ...shared,
    id: "getOpenapi",
    path: "/openapi.json",
    summary: "This API as an OpenAPI 3.1 document",
    description:
      "With a credential it also has the operations of the registered APIs that the caller may see: operators all, customers those of published products and of their own subscriptions.",
    response: z.looseObject({ openapi: z.string() }),
    handle: (context, call) => whileMade(context, inJson(context, call)),
  }),
  endpoint({
    ...shared,
    id: "getOpenapiYaml",
    path: "/openapi.yaml",
    summary: "This API as an OpenAPI 3.1 document in YAML",
    types: ["application/yaml"],
    handle: (context, call) => whileMade(context, inYaml(context, call)),
  }),
];
