import { z } from "zod";
import { type Credential, storedCredentials, upstreamIdentity } from "../../access/upstream-credentials.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { type BodyCall, json } from "../../http/endpoint.ts";
import { auth, caCertificate } from "../../management/apis/apis-credentials.ts";
import { type ApiRow, apiNotFound, apis } from "../../management/apis/apis-record.ts";
import { backendUrl } from "../../management/apis/apis-url.ts";
import {
  addressFault,
  type CredentialAddress,
  credentialNeeded,
} from "../../management/apis/credential-address.ts";
import { remark } from "../../management/common/identifiers.ts";
import { opened } from "../../running/opened.ts";
import { Gateway } from "./gateway.ts";

const timeoutMs = 30_000;

const TestRequest = z
  .strictObject({
    service_url: backendUrl.describe("The URL of the backend."),
    path: remark(2000)
      .regex(/^(?:\/[\x21-\x7e]*)?$/)
      .default("")
      .describe("Path and query below service_url, for example `/status`."),
    method: z.enum(["GET", "HEAD"]).default("GET"),
    auth: auth.optional(),
    ca_certificate: caCertificate.optional(),
    api_id: z
      .string()
      .optional()
      .describe(
        "A registered API whose stored `auth` and `ca_certificate` are used if the request has none. For another scheme, host or port than those of its service_url, or other authorities, a stored `auth` must be sent again (422).",
      ),
    timeout_ms: z.int().min(1).max(timeoutMs).default(timeoutMs),
  })
  .meta({ id: "APITest" });

const Tested = z.object({
  url: z.string().describe("The URL that was requested, without credentials."),
  auth_sent: z.boolean().describe("Whether credentials were sent."),
  response_code: z.int().nullable().describe("The backend's status; null without a response."),
  content_type: z.string().nullable().describe("The media type of the response; null if it names none."),
  time: z.number().describe("Milliseconds until the response's headers came, or until the failure."),
  body: z
    .string()
    .nullable()
    .describe("The first 2,000 characters of the response, without the credential; null if it is not text."),
  truncated: z.boolean().describe("Whether the body is longer."),
  error_code: z
    .string()
    .nullable()
    .describe("The code that a caller of the API would get; null with a response."),
  reason: z.string().nullable().describe("Why there is no response, and what to do."),
});

export const apiTestEndpoints = [
  endpoint({
    id: "testApi",
    method: "POST",
    path: "/apis/test",
    tag: "APIs",
    summary: "Send one request to a backend, before or after its API is registered",
    description:
      "The address is checked as for calls. Nothing is charged or recorded. The response is 200 if the backend fails: `reason` says why.",
    audience: "operator",
    permission: "apis.change",
    body: TestRequest,
    response: Tested,
    errors: ["not_found"],
    extension: true,
    handle: testApi,
  }),
];

async function testApi(context: Context, { body }: BodyCall<typeof TestRequest>) {
  const url = new URL(body.service_url);
  const base = url.pathname.replace(/\/$/, "");
  const target = url.origin + (body.path === "" ? base || "/" : base + body.path);
  const { service_url: serviceUrl, api_id } = body;
  const stored = api_id === undefined ? undefined : await requireStored(context, api_id);
  const caCertificate =
    body.ca_certificate === undefined ? authoritiesOf(stored, serviceUrl) : body.ca_certificate;
  const sent =
    body.auth === undefined
      ? credentialsFor(context, stored, { serviceUrl, caCertificate })
      : [body.auth ?? []].flat();
  const tested = await opened(context, Gateway).test({
    url: target,
    method: body.method,
    identity: upstreamIdentity(sent, caCertificate),
    timeoutMs: body.timeout_ms,
  });
  return json({
    url: target,
    auth_sent: sent.length > 0,
    response_code: tested.status,
    content_type: tested.contentType,
    time: tested.milliseconds,
    body: tested.body,
    truncated: tested.truncated,
    error_code: tested.failure?.code ?? null,
    reason: tested.failure?.reason ?? null,
  } satisfies z.output<typeof Tested>);
}

async function requireStored({ database }: Context, apiId: string): Promise<ApiRow> {
  const row = await apis.find(database, apiId);
  if (!row) throw apiNotFound(apiId);
  return row;
}

/** The stored authorities of an API, for its own backend only. */
function authoritiesOf(stored: ApiRow | undefined, serviceUrl: string): string | null {
  if (!stored) return null;
  const { caCertificate } = stored;
  return addressFault(stored, { serviceUrl, caCertificate }) === undefined ? caCertificate : null;
}

/** The stored credentials of an API. Throws 422 if there are any and they are for another address. */
function credentialsFor(
  { identity }: Context,
  stored: ApiRow | undefined,
  address: CredentialAddress,
): readonly Credential[] {
  if (!stored || stored.authSealed === null) return [];
  const fault = addressFault(stored, address);
  if (fault !== undefined) throw credentialNeeded(fault, "auth");
  return storedCredentials(stored, identity.vault);
}
