import { createHash } from "node:crypto";
import type { UpstreamIdentity } from "../../../access/upstream-credentials.ts";
import { RampedRequests } from "../../../base/fair/ramp.ts";
import type { OutboundGuard } from "../../../outbound/guard.ts";
import { NoToken, type ReceivedToken, requestMs, requestToken } from "./request-token.ts";
import { TokenSource } from "./token-source.ts";

/** Requests for tokens that are under way at one issuer. */
const issuerMax = 8;

/** The token sources of the targets of a node. A source stays while its credential and its upstream do. */
export class TokenSources {
  readonly #guard: OutboundGuard;
  readonly #now: (() => number) | undefined;
  /** By the origin of their token endpoints. */
  readonly #issuers = new Map<string, RampedRequests>();
  #known = new Map<string, TokenSource>();
  #used = new Map<string, TokenSource>();

  constructor(guard: OutboundGuard, now: (() => number) | undefined) {
    this.#guard = guard;
    this.#now = now;
  }

  /** The tokens of an identity at an origin; undefined if it has no client of OAuth. */
  find(identity: UpstreamIdentity, origin: string): TokenSource | undefined {
    const { oauth, tls, key } = identity;
    if (!oauth) return undefined;
    const name = createHash("sha256").update(`${key} ${origin}`).digest("base64");
    const request = () =>
      this.#atIssuer(oauth.client.token_url, (ended) => requestToken(this.#guard, oauth, origin, tls, ended));
    const source = this.#known.get(name) ?? this.#used.get(name) ?? new TokenSource(request, this.#now);
    this.#used.set(name, source);
    return source;
  }

  /** Does a request when its issuer has room for it. Throws `NoToken`, also if it has not in time. */
  async #atIssuer(
    url: string,
    request: (ended: AbortSignal) => Promise<ReceivedToken>,
  ): Promise<ReceivedToken> {
    const { origin } = new URL(url);
    const issuer = this.#issuers.get(origin) ?? new RampedRequests(issuerMax);
    this.#issuers.set(origin, issuer);
    const ended = AbortSignal.timeout(requestMs);
    return issuer
      .run(() => request(ended), ended)
      .catch((error) => {
        throw error instanceof NoToken ? error : new NoToken("did not answer in time");
      });
  }

  /** Drops the sources that were not found since the last time. */
  forgetOthers(): void {
    this.#known = this.#used;
    this.#used = new Map();
  }
}

/** The identity whose secrets include those of its tokens. */
export function withTokens(identity: UpstreamIdentity, tokens: TokenSource | undefined): UpstreamIdentity {
  if (!tokens) return identity;
  const { secrets, ...others } = identity;
  return {
    ...others,
    get secrets() {
      return [...secrets, ...tokens.secrets];
    },
  };
}
