import { spellings } from "../../../access/upstream-credentials.ts";
import { NoToken, type ReceivedToken } from "./request-token.ts";

/** After a failure, or a token that was refused at once, so long no token is requested. */
const pauseMs = 1000;
const renewMs = 60_000;
/** `expires_in` counts seconds (RFC 6749). A token of less would cost a request for each call. */
const validMsMin = 1000;

/** A token that requests carry. */
export interface AccessToken {
  readonly value: string;
  readonly receivedAt: number;
  /** From then on another one is requested while this one is used. */
  readonly renewAt: number;
  /** From then on it is not used. */
  readonly endsAt: number;
  /** Whether the upstream has accepted it. */
  worked: boolean;
}

/** The access tokens of one credential: one at a time, which all calls of this node share. */
export class TokenSource {
  readonly #request: () => Promise<ReceivedToken>;
  readonly #now: () => number;
  #token: AccessToken | undefined;
  /** The one before, which answers that are under way can still contain. */
  #former: AccessToken | undefined;
  #coming: Promise<AccessToken> | undefined;
  #failure: { readonly error: unknown; readonly until: number } | undefined;

  constructor(request: () => Promise<ReceivedToken>, now: () => number = () => performance.now()) {
    this.#request = request;
    this.#now = now;
  }

  /** A valid token. Calls that wait share one request; none waits for a renewal. Rejects with `NoToken`. */
  token(): AccessToken | Promise<AccessToken> {
    const now = this.#now();
    const token = this.#token;
    if (token && now < token.endsAt) {
      if (now >= token.renewAt) this.#renew(now)?.catch(() => undefined);
      return token;
    }
    return this.#renew(now) ?? Promise.reject(this.#failure!.error);
  }

  /**
   * Notes that the upstream has refused a token with 401. Whether another one may be used: not if it was refused at once,
   * because then the next one would be too.
   */
  refused(token: AccessToken): boolean {
    if (this.#token !== token) return true;
    const isNew = !token.worked && this.#now() < token.receivedAt + pauseMs;
    if (isNew) return false;
    this.#former = token;
    this.#token = undefined;
    return true;
  }

  /** Texts that no caller may see. */
  get secrets(): readonly string[] {
    return [this.#token, this.#former].flatMap((one) => (one ? spellings(one.value) : []));
  }

  /** The request that is under way, or another one; undefined in the pause after a failure. */
  #renew(now: number): Promise<AccessToken> | undefined {
    if (this.#coming) return this.#coming;
    if (this.#failure && now < this.#failure.until) return undefined;
    this.#coming = this.#receive();
    return this.#coming;
  }

  async #receive(): Promise<AccessToken> {
    try {
      const received = await this.#request();
      const { value } = received;
      const validMs = Math.max(received.validMs, validMsMin);
      const receivedAt = this.#now();
      const token = {
        value,
        receivedAt,
        renewAt: receivedAt + validMs - Math.min(renewMs, validMs / 4),
        // Requests take a while to arrive.
        endsAt: receivedAt + validMs - Math.min(renewMs / 12, validMs / 20),
        worked: false,
      };
      this.#former = this.#token ?? this.#former;
      this.#token = token;
      this.#failure = undefined;
      return token;
    } catch (thrown) {
      const error = thrown instanceof NoToken ? thrown : new NoToken("cannot be used");
      this.#failure = { error, until: this.#now() + pauseMs };
      throw error;
    } finally {
      this.#coming = undefined;
    }
  }
}
