import type { KeptCredential } from "../../access/kept-credential.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { ApiError, conflict, unavailable } from "../../http/errors.ts";
import type { Opened } from "../../running/opened.ts";
import { give } from "../../running/ports.ts";
import { keptCredentials, proves, signsIn } from "../../running/sign-in-ports.ts";
import {
  attemptMs,
  insertAttempt,
  newAttemptToken,
  type Purpose,
  secretsOf,
  takeAttempt,
} from "./attempt.ts";
import type { Identified } from "./claims.ts";
import { identitiesEnded } from "./ended-identities.ts";
import { identitiesOf } from "./identities.ts";
import { AnswerRefused, Provider, type ProviderAnswer, ProviderFailed } from "./provider.ts";
import { type OidcClient, signOnSettings } from "./settings.ts";

/** Each is for users of one role. */
export const providerIds = ["customers", "operators"] as const;
export type ProviderId = (typeof providerIds)[number];

export interface NamedProvider {
  readonly id: ProviderId;
  readonly name: string;
  readonly role: "customer" | "operator";
  readonly client: Provider;
}

/** For what an attempt is; `userId` is null for a sign-in. */
export interface Use {
  readonly purpose: Purpose;
  readonly userId: string | null;
}

/** What the browser that began an attempt sends when it comes back. */
export interface Brought extends ProviderAnswer {
  readonly attempt_token: string;
}

const credentials: readonly KeptCredential[] = [
  {
    kind: "identities",
    tables: ["identity"],
    ends: {
      addressProved: "end",
      addressTaken: "end",
      passwordReset: "show",
      addressReturned: "later",
      enteredFromHost: "end",
      userBlocked: "hold",
      userDeleted: "end",
    },
    end: async (tx, { userId, since = 0 }) =>
      (await identitiesEnded.end(tx, sql`user_id = ${userId} and linked_at >= ${since}`)).length,
    list: async (db, userId) =>
      (await identitiesOf(db, userId)).map(({ id, issuer, email, linkedAt, lastUsedAt }) => ({
        id,
        name: email ?? new URL(issuer).host,
        made_at: linkedAt,
        last_used_at: lastUsedAt,
      })),
  },
  {
    kind: "links",
    tables: ["sign_on_attempt"],
    end: (tx, { userId }) => tx.run(sql`delete from sign_on_attempt where user_id = ${userId}`),
  },
];

/** Has the providers that the settings name, and begins and ends attempts. */
export class SignOn implements Opened {
  readonly gives = new Map([
    give(keptCredentials, credentials),
    give(signsIn, (db, userId) => this.#signsIn(db, userId)),
    // The most that a provider can prove: whether it was two factors is known when its user comes back.
    give(proves, async (db, userId) =>
      (await this.#signsIn(db, userId)) ? [{ method: "single_sign_on", strength: "twoFactor" }] : [],
    ),
  ]);
  readonly providers: readonly NamedProvider[];
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
    const settings = signOnSettings.of(context.config);
    const { oidcCustomers, oidcCustomersSecret, oidcCustomersName } = settings;
    const { oidcOperators, oidcOperatorsSecret, oidcOperatorsName } = settings;
    this.providers = [
      ...this.#named("customers", "customer", oidcCustomers, oidcCustomersSecret, oidcCustomersName),
      ...this.#named("operators", "operator", oidcOperators, oidcOperatorsSecret, oidcOperatorsName),
    ];
  }

  #named(
    id: ProviderId,
    role: NamedProvider["role"],
    known: OidcClient | undefined,
    secret: string | undefined,
    name: string,
  ): NamedProvider[] {
    if (!known) return [];
    const setting = `VINGATE_OIDC_${id.toUpperCase()}`;
    if (secret === undefined) throw new Error(`${setting} needs ${setting}_SECRET.`);
    const { config } = this.#context;
    const { issuer, clientId } = known;
    const callback = `${config.publicUrl}/console/sign-on/callback`;
    const client = new Provider({
      issuer,
      clientId,
      secret,
      callback,
      allow: config.outboundAllow,
      own: config,
    });
    return [{ id, role, name, client }];
  }

  /** The provider of a role, or of a name. Throws 409 if there is none. */
  require(of: (provider: NamedProvider) => boolean): NamedProvider {
    const found = this.providers.find(of);
    if (!found) throw conflict("This service has no single sign-on for you. Use your password.");
    return found;
  }

  /** Begins an attempt: the page of the provider, and the token that the browser brings back. Throws 503. */
  async begin(provider: NamedProvider, { purpose, userId }: Use) {
    const { database, clock } = this.#context;
    const token = newAttemptToken();
    const url = await provider.client
      .urlOf(token, purpose === "prove")
      .catch((error) => this.#fail(provider, error));
    await insertAttempt(database, token, {
      provider: provider.id,
      purpose,
      userId,
      expiresAt: clock() + attemptMs,
    });
    return { url, attempt_token: token };
  }

  /**
   * Ends an attempt: who has signed in at the provider. Throws `refused` for an answer that does not fit, and 503 if the
   * provider fails.
   */
  async end(
    { attempt_token: token, ...answer }: Brought,
    { purpose, userId }: Use,
    refused: "invalid_credential" | "forbidden",
  ): Promise<{ provider: NamedProvider; identified: Identified }> {
    const { database, clock } = this.#context;
    const spent = () =>
      new ApiError(
        refused,
        "This sign-in was used, has expired, or began in another browser. Nothing was changed. Begin again.",
      );
    // Before it is taken: another browser's answer does not end this attempt.
    if (secretsOf(token).state !== answer.state) throw spent();
    const attempt = await database.transaction((tx) => takeAttempt(tx, token));
    const provider = this.providers.find(({ id }) => id === attempt?.provider);
    if (!provider || !attempt || attempt.expiresAt <= clock()) throw spent();
    if (attempt.purpose !== purpose || attempt.userId !== userId) throw spent();
    try {
      return { provider, identified: await provider.client.identify(token, answer) };
    } catch (error) {
      if (!(error instanceof AnswerRefused)) return this.#fail(provider, error);
      this.#context.log.warn("single sign-on was refused", { provider: provider.id, reason: error.message });
      throw new ApiError(
        refused,
        error.isDenied
          ? `${provider.name} did not allow it. Nothing was changed. Begin again, or use your password.`
          : `The answer of ${provider.name} is not valid. Nothing was changed. Begin again.`,
      );
    }
  }

  #fail({ id, name }: NamedProvider, error: unknown): never {
    if (!(error instanceof ProviderFailed)) throw error;
    this.#context.log.warn("a provider of single sign-on failed", { provider: id, reason: error.message });
    throw unavailable(
      `${name} does not answer, or not as it should. Nothing was changed. Try again, or use your password.`,
    );
  }

  async #signsIn(db: Queries, userId: string): Promise<boolean> {
    return this.providers.length > 0 && (await identitiesOf(db, userId)).length > 0;
  }

  tidyUp(now: number): Promise<number> {
    return this.#context.database.run(sql`delete from sign_on_attempt where expires_at <= ${now}`);
  }
}
