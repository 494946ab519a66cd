import { createHash } from "node:crypto";
import type { UpstreamIdentity } from "../../../access/upstream-credentials.ts";
import type { OutboundGuard } from "../../../outbound/guard.ts";
import { requestToken } from "./request-token.ts";
import { TokenSource } from "./token-source.ts";

/** The token sources of the targets of a node. A source stays while its credential and its upstream do. */
export class TokenSources {
  readonly #guard: OutboundGuard;
  readonly #now: (() => number) | undefined;
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
    const request = () => requestToken(this.#guard, oauth, origin, tls);
    const source = this.#known.get(name) ?? this.#used.get(name) ?? new TokenSource(request, this.#now);
    this.#used.set(name, source);
    return source;
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
