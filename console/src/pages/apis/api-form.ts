import type { Api } from "../../api/client.ts";
import { families } from "../../api/families.ts";
import type { Problem } from "../../api/problem.ts";
import type { ApiTest } from "../../api/registered-apis.ts";
import { type Typed, typedOf, wholeFault, wholeNumber } from "../../base/typed-numbers.ts";

/** Where a credential is sent. */
export type CredentialKind = "header" | "query" | "basic" | "certificate" | "oauth";

/** A client of OAuth as typed; its secret is the form's `value`. */
export interface OAuthForm {
  readonly token_url: string;
  readonly client_id: string;
  readonly scope: string;
  readonly audience: string;
  readonly style: "basic" | "body";
}

/** An API as typed. */
export interface ApiForm {
  readonly name: string;
  readonly display_name: string;
  readonly description: string;
  readonly path: string;
  readonly service_url: string;
  /** `keep`: what is stored is not shown, and stays. */
  readonly auth: "keep" | "none" | CredentialKind;
  /** The credential's name: of the header or parameter, the user name, or the certificate. */
  readonly credential: string;
  readonly value: string;
  readonly oauth: OAuthForm;
  readonly ca_certificate: string;
  readonly timeout: Typed;
  readonly concurrent: Typed;
  readonly body: Typed;
  readonly needsKey: boolean;
  readonly cookies: boolean;
  readonly validate: boolean;
  /** The data source of a built-in API's upstream. */
  readonly source: string;
  readonly keepDays: Typed;
  readonly onFailure: "not_found" | "unavailable";
}

const mebibyte = 2 ** 20;

/** The names of the credentials that an API has. */
export const storedCredentials = (one: Api | undefined): readonly StoredCredential[] =>
  [one?.auth ?? []].flat();

export type StoredCredential = Extract<NonNullable<Api["auth"]>, readonly unknown[]>[number];

/** With the names of a stored client, so that its secret alone can be replaced. */
function oauthOf(one: Api | undefined): OAuthForm {
  const stored = storedCredentials(one).find(({ oauth }) => oauth)?.oauth;
  return { token_url: "", client_id: "", scope: "", audience: "", style: "basic", ...stored };
}

export const formOf = (one: Api | undefined): ApiForm => ({
  name: one?.name ?? "",
  display_name: one?.display_name ?? "",
  description: one?.description ?? "",
  path: one?.path ?? "",
  service_url: one?.service_url ?? "",
  // A credential of an upstream that was removed is for no address, so none can be kept.
  auth: one && !(one.builtin && one.service_url === null) ? "keep" : "none",
  credential: "",
  value: "",
  oauth: oauthOf(one),
  ca_certificate: one?.ca_certificate ?? "",
  timeout: typedOf(one?.timeout_ms),
  concurrent: typedOf(one?.max_concurrent),
  body: typedOf(one?.request_max_bytes && Math.ceil(one.request_max_bytes / mebibyte)),
  needsKey: one?.subscription_required ?? true,
  cookies: one?.set_cookies ?? false,
  validate: one?.validate ?? false,
  source: one?.upstream?.source ?? "upstream",
  keepDays: typedOf(one?.upstream?.keep_days),
  onFailure: one?.upstream?.on_failure ?? "not_found",
});

/** Whether it is a built-in API whose lookups can request records from an upstream. */
export const canAsk = (one: Api | undefined): boolean =>
  one?.builtin === true && families.upstreams.includes(one.id);

/** Lower-case letters, digits and hyphens of a display name. */
export const nameOf = (displayName: string): string =>
  displayName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 80);

/** The smallest value of each number. */
export const leastOf = { keepDays: 1, timeout: 1, concurrent: 1, body: 0 } as const;

export type NumberName = keyof typeof leastOf;

export const hasLimitFault = (form: ApiForm): boolean =>
  (Object.keys(leastOf) as NumberName[]).some((name) => wholeFault(form[name], leastOf[name]));

/** The credential as it is sent: undefined keeps the stored ones. */
function authOf({ auth, credential, value, oauth }: ApiForm) {
  if (auth === "keep") return undefined;
  if (auth === "oauth") return { oauth: statedOAuth(oauth), value };
  return auth === "none" ? null : { [auth]: credential, value };
}

/** Without what is left empty or as usual. */
function statedOAuth({ token_url, client_id, scope, audience, style }: OAuthForm) {
  return {
    token_url,
    client_id,
    ...(scope && { scope }),
    ...(audience && { audience }),
    ...(style === "body" && { style }),
  };
}

/** The members of a built-in API: its texts, and its upstream if it had one or gets one. */
function builtinRequest(form: ApiForm, before: Api) {
  const { display_name, description, service_url, source, onFailure } = form;
  const texts = { display_name, description };
  if (!canAsk(before) || (service_url === "" && before.service_url === null)) return texts;
  const auth = authOf(form);
  return {
    ...texts,
    service_url: service_url || null,
    ...(auth !== undefined && { auth }),
    ca_certificate: form.ca_certificate || null,
    timeout_ms: wholeNumber(form.timeout) ?? null,
    max_concurrent: wholeNumber(form.concurrent) ?? null,
    upstream: service_url
      ? { source, keep_days: wholeNumber(form.keepDays) ?? null, on_failure: onFailure }
      : null,
  };
}

/** The members of a request. */
export function requestOf(form: ApiForm, before: Api | undefined) {
  const { display_name, description, path, service_url } = form;
  if (before?.builtin) return builtinRequest(form, before);
  const auth = authOf(form);
  const bodyMax = wholeNumber(form.body);
  // A size that is not in whole MiB stays if it was not changed.
  const unchanged = before && form.body === formOf(before).body;
  return {
    display_name,
    description,
    path,
    service_url: service_url || null,
    ...(auth !== undefined && { auth }),
    ca_certificate: form.ca_certificate || null,
    timeout_ms: wholeNumber(form.timeout) ?? null,
    max_concurrent: wholeNumber(form.concurrent) ?? null,
    ...(!unchanged && { request_max_bytes: bodyMax === undefined ? null : bodyMax * mebibyte }),
    subscription_required: form.needsKey,
    set_cookies: form.cookies,
    validate: form.validate,
  };
}

/** The fallback of an API as typed: `timeout` is the time after which it gets a request. */
export const fallbackFormOf = ({ fallback }: Api): ApiForm => ({
  ...formOf(undefined),
  service_url: fallback?.service_url ?? "",
  auth: fallback ? "keep" : "none",
  ca_certificate: fallback?.ca_certificate ?? "",
  timeout: typedOf(fallback?.after_ms),
  source: fallback?.source ?? "fallback",
});

/** The member `fallback` of a request. */
export function fallbackRequestOf(form: ApiForm) {
  const auth = authOf(form);
  return {
    service_url: form.service_url,
    source: form.source,
    after_ms: wholeNumber(form.timeout) ?? null,
    ca_certificate: form.ca_certificate || null,
    ...(auth !== undefined && { auth }),
  };
}

/** A test of what is typed, with the stored credentials of a registered API if they stay. */
export function testOf(form: ApiForm, id: string | undefined, path: string): ApiTest {
  const auth = authOf(form);
  return {
    service_url: form.service_url,
    path: path === "" || path.startsWith("/") ? path : `/${path}`,
    method: "GET",
    timeout_ms: Math.min(wholeNumber(form.timeout) ?? 30_000, 30_000),
    ...(auth !== undefined && { auth }),
    ca_certificate: form.ca_certificate || null,
    ...(id !== undefined && { api_id: id }),
  };
}

/** The members that can be merged: a credential has its value, which is not shown, and is replaced as a whole. */
export function withoutAuth(one: Api | undefined): object {
  const { auth: _, ...members } = one ?? {};
  return members;
}

/** Why a member of the credential was not accepted; `auth`: the whole, and members that the form has no field for. */
export function credentialFaults(problem: Problem | undefined, { auth, oauth }: ApiForm) {
  const fields = auth === "oauth" ? [...Object.keys(oauth), "value"] : [];
  const issues = problem?.issues.filter(({ loc }) => loc.includes("auth")) ?? [];
  const endingWith = (member: string) => issues.find(({ loc }) => loc.at(-1) === member)?.msg;
  // One credential or a list of them is accepted: the service names the faults of both forms, this one first.
  const isAtField = fields.some((member) => endingWith(member) !== undefined);
  return (member: string): string | undefined => {
    if (member !== "auth") return endingWith(member);
    return isAtField ? undefined : (endingWith("auth") ?? issues[0]?.msg);
  };
}
