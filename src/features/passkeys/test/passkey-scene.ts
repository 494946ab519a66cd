import { type Asker, asker, signedIn } from "../../../../test/callers.ts";
import { type Account, type Got, signUp, type TestService } from "../../../../test/harness.ts";
import { type Oddity, SoftAuthenticator } from "../../../../test/soft-authenticator.ts";

/** A user with a session and a device. */
export interface Person {
  readonly account: Account;
  readonly ask: Asker;
  readonly path: string;
  readonly device: SoftAuthenticator;
}

export async function newPerson(service: TestService): Promise<Person> {
  const account = await signUp(service);
  const ask = asker(service, await signedIn(service, account));
  const path = `/users/${account.userId}/passkeys`;
  return { account, ask, path, device: new SoftAuthenticator(account.userId) };
}

export const codeOf = ({ status, body }: Got): number | string =>
  status === 200 ? 200 : (body as { code: string }).code;

/** The challenge of a user's next registration. */
export async function registration({ ask, path }: Pick<Person, "ask" | "path">): Promise<string> {
  const got = await ask("POST", `${path}/options`);
  if (got.status !== 200) throw new Error(`answered ${got.status}: ${got.text}`);
  return (got.body as { challenge: string }).challenge;
}

export async function add(person: Person, odd?: Oddity, device = person.device): Promise<Got> {
  const response = device.register(await registration(person), odd);
  return person.ask("POST", person.path, { name: "Laptop", response });
}

/** A user whose device is added. */
export async function personWithPasskey(service: TestService): Promise<Person & { readonly id: string }> {
  const person = await newPerson(service);
  const got = await add(person);
  if (got.status !== 200) throw new Error(`answered ${got.status}: ${got.text}`);
  return { ...person, id: (got.body as { id: string }).id };
}

/** A challenge as a visitor receives it. */
export async function visitorChallenge({ ask, clientHeaders: headers }: TestService): Promise<string> {
  const got = await ask("POST", "/auth/passkey/options", { headers });
  return (got.body as { challenge: string }).challenge;
}

export const send = ({ ask, clientHeaders: headers }: TestService, response: unknown, from?: string) =>
  ask("POST", "/auth/passkey", { headers, json: { response }, ...(from && { from }) });

export const signInWith = async (service: TestService, device: SoftAuthenticator, odd?: Oddity) =>
  send(service, device.prove(await visitorChallenge(service), odd));
