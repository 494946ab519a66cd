import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetchOptions,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from "openid-client";
import { hourMs } from "../../base/durations.ts";
import { RampedRequests } from "../../base/fair/ramp.ts";
import { networkList } from "../../base/networks.ts";
import type { OutboundAllow } from "../../base/settings/setting.ts";
import { maxAgeSeconds } from "../../http/proof.ts";
import { allowOnlyUrl } from "../../outbound/allow-only.ts";
import { OutboundGuard } from "../../outbound/guard.ts";
import { secretsOf } from "./attempt.ts";
import { type Identified, identifiedBy } from "./claims.ts";
import type { OidcClient } from "./settings.ts";

/** The provider did not answer, or its answer violates OpenID Connect. */
export class ProviderFailed extends Error {}

/** What the provider or the browser sent is refused. `isDenied`: the user, or the provider, did not allow it. */
export class AnswerRefused extends Error {
  readonly isDenied: boolean;

  constructor(reason: string, isDenied = false) {
    super(reason);
    this.isDenied = isDenied;
  }
}

export interface ProviderOptions extends OidcClient {
  readonly secret: string;
  /** The page to which the provider sends the browser back. */
  readonly callback: string;
  /** Internal addresses that the operator allows besides the issuer's own. */
  readonly allow: OutboundAllow | undefined;
  /** Where the service itself listens. */
  readonly own: { readonly host: string; readonly port: number };
  readonly timeoutMs?: number;
}

/** What the browser brings back from the provider. */
export interface ProviderAnswer {
  readonly state: string;
  readonly code?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
}

/** So long an issuer's description is used before it is read again. */
const describedMs = hourMs;
const bodyBytesMax = 256 * 1024;
/** Requests under way; the sign-ons of all users make them. */
const requestsMax = 16;

/** Signs users in by OpenID Connect: code flow with PKCE, state and nonce; ID tokens are checked with the issuer's keys. */
export class Provider {
  readonly #options: ProviderOptions;
  readonly #guard: OutboundGuard;
  readonly #timeoutMs: number;
  readonly #requests = new RampedRequests(requestsMax);
  /** Requests for what is the same for all users, by URL: those that come while one is under way share its answer. */
  readonly #common = new Map<string, Promise<Response>>();
  #described: { readonly at: number; readonly configuration: Promise<Configuration> } | undefined;

  constructor(options: ProviderOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? 5000;
    const { networks = networkList([]), hosts = [] } = options.allow ?? {};
    const allow = { networks, hosts: new Set([...hosts, ...allowOnlyUrl(options.issuer.href).hosts]) };
    this.#guard = new OutboundGuard({ allow, own: options.own });
  }

  get issuer(): string {
    return this.#options.issuer.href;
  }

  /** Where the browser of an attempt signs in; `requiresLogin`: it must sign in again. Throws `ProviderFailed`. */
  async urlOf(token: string, requiresLogin = false): Promise<string> {
    const { state, nonce, verifier } = secretsOf(token);
    const url = buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: this.#options.callback,
      scope: "openid email profile",
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      // With it the provider must state when the user signed in.
      ...(requiresLogin && { prompt: "login", max_age: String(maxAgeSeconds) }),
    });
    return url.href;
  }

  /** Who has signed in there. Throws `AnswerRefused` and `ProviderFailed`. */
  async identify(token: string, answer: ProviderAnswer): Promise<Identified> {
    const { state, nonce, verifier } = secretsOf(token);
    const configuration = await this.#configuration();
    const url = new URL(this.#options.callback);
    for (const [name, value] of Object.entries(answer)) if (value) url.searchParams.set(name, value);
    const tokens = await authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    }).catch(refuse);
    const claims = tokens.claims();
    // Providers may keep the address and the name out of the ID token.
    const more =
      claims?.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
        ? await fetchUserInfo(configuration, tokens.access_token, claims?.sub ?? "").catch(refuse)
        : {};
    const identified = claims && identifiedBy({ ...more, ...claims });
    if (!identified) throw new AnswerRefused("the ID token has no subject that can be used");
    return identified;
  }

  #configuration(): Promise<Configuration> {
    const now = performance.now();
    if (this.#described && this.#described.at > now - describedMs) return this.#described.configuration;
    const described = { at: now, configuration: this.#discover() };
    this.#described = described;
    described.configuration.catch(() => {
      if (this.#described === described) this.#described = undefined;
    });
    return described.configuration;
  }

  async #discover(): Promise<Configuration> {
    const { issuer, clientId } = this.#options;
    const isPlain = issuer.protocol === "http:";
    try {
      return await discovery(issuer, clientId, undefined, this.#authentication, {
        [customFetch]: (url, options) => this.#fetchOnce(url, options),
        timeout: this.#timeoutMs / 1000,
        execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
      });
    } catch (error) {
      throw new ProviderFailed(reasonOf(error));
    }
  }

  /** In the body if the issuer's metadata allows it, in the header otherwise, which is OpenID Connect's default. */
  #authentication: ClientAuth = (server, client, body, headers) => {
    const { secret } = this.#options;
    const inBody = server.token_endpoint_auth_methods_supported?.includes("client_secret_post");
    (inBody ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, client, body, headers);
  };

  /** As `#fetch`; the issuer's keys are requested once for all sign-ons that need them at the time. */
  async #fetchOnce(url: string, options: CustomFetchOptions): Promise<Response> {
    if (options.method !== "GET" || "authorization" in options.headers) return this.#fetch(url, options);
    // The time of one sign-on does not end the request of the others.
    const { signal: _, ...common } = options;
    const coming = this.#common.get(url) ?? this.#fetch(url, common).finally(() => this.#common.delete(url));
    this.#common.set(url, coming);
    return (await coming).clone() as Response;
  }

  /** Throws `ProviderFailed` for all that is no answer: no connection, a redirect, a failure, a long body. */
  async #fetch(url: string, options: CustomFetchOptions): Promise<Response> {
    const signal = options.signal ?? AbortSignal.timeout(this.#timeoutMs);
    try {
      return await this.#requests.run(() => this.#answer(url, { ...options, signal }), signal);
    } catch (error) {
      throw new ProviderFailed(`${new URL(url).host}: ${reasonOf(error)}`);
    }
  }

  async #answer(url: string, { method, headers, body, signal }: CustomFetchOptions): Promise<Response> {
    const response = await this.#guard.fetch(url, {
      method,
      // The guard does not decode bodies.
      headers: { ...headers, "accept-encoding": "identity" },
      body: body ? Buffer.from(String(body)) : null,
      signal: signal!,
    });
    const { status } = response;
    if (status === 429 || status >= 500 || (status >= 300 && status < 400))
      throw new Error(`it returned ${status}`);
    const type = response.headers.get("content-type");
    return new Response(await readBody(response), {
      status,
      headers: type ? { "content-type": type } : {},
    });
  }
}

async function readBody(response: Response): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > bodyBytesMax) throw new Error("its answer is too long");
    parts.push(part);
  }
  return new Blob(parts);
}

const failures = new Set([
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
]);

/** Maps errors of openid-client: those that are no fault of the answer become `ProviderFailed`. */
function refuse(error: Error): never {
  for (let one: unknown = error; one instanceof Error; one = one.cause)
    if (one instanceof ProviderFailed) throw one;
  const { code, error: word } = error as { code?: string; error?: string };
  const isDenied = error instanceof AuthorizationResponseError;
  // This service is not known at the provider: its settings are wrong, not the answer.
  const isOurs = !isDenied && (word === "invalid_client" || word === "unauthorized_client");
  if (isOurs || failures.has(code ?? "")) throw new ProviderFailed(reasonOf(error));
  throw new AnswerRefused(reasonOf(error), isDenied);
}

/** Without the answer itself, which contains tokens. */
function reasonOf(error: unknown): string {
  const { message, error: word } = error as { message?: string; error?: string };
  const named = typeof word === "string" && /^[a-z_]{1,40}$/.test(word) ? ` (${word})` : "";
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${message}${cause}${named}`;
}
