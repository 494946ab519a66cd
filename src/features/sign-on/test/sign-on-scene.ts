import type { Account, Got, TestService } from "../../../../test/harness.ts";

/** An answer's body, which must be a success. */
export function bodyOf<T>({ status, text, body }: Got): T {
  if (status !== 200) throw new Error(`answered ${status}: ${text}`);
  return body as T;
}

export interface Begun {
  readonly url: string;
  readonly attempt_token: string;
}

export type Answered = Readonly<Record<string, string>>;

const asClient = (service: TestService) => ({ headers: service.clientHeaders });

export const begin = async (service: TestService, provider = "customers") =>
  bodyOf<Begun>(
    await service.ask(
      "POST",
      "/auth/sign-on/start",
      Object.assign(asClient(service), { json: { provider } }),
    ),
  );

/** A value that the provider receives in the address of its page. */
export const sentIn = ({ url }: Begun, name: string): string => new URL(url).searchParams.get(name) ?? "";

/** What the browser brings back with a code. */
export const broughtBy = (begun: Begun, code = "a code"): Answered => ({
  attempt_token: begun.attempt_token,
  state: sentIn(begun, "state"),
  code,
});

export const finish = (service: TestService, json: Answered) =>
  service.ask("POST", "/auth/sign-on/finish", Object.assign(asClient(service), { json }));

/** Links an identity in the database, as if the user had. */
export const identityOf = (account: Pick<Account, "userId">, issuer: string, subject: string) => ({
  id: `identity of ${account.userId} ${subject}`,
  issuer,
  subject,
  userId: account.userId,
  email: null,
  linkedAt: 1,
  lastUsedAt: null,
});
