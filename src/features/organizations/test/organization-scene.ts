import { type Asker, asker, signedIn } from "../../../../test/callers.ts";
import { type Account, type Got, signUp, type TestService } from "../../../../test/harness.ts";
import type { MemberRole } from "../../../http/caller.ts";

/** A user with a session that acts for its own account until it chooses another. */
export interface Person extends Account {
  readonly headers: Record<string, string>;
  readonly ask: Asker;
}

export async function newPerson(service: TestService, email?: string): Promise<Person> {
  const account = await signUp(service, email);
  const headers = await signedIn(service, account);
  return { ...account, headers, ask: asker(service, headers) };
}

/** The same person with a new session. */
export async function newSession(service: TestService, person: Person): Promise<Person> {
  const headers = await signedIn(service, person);
  return { ...person, headers, ask: asker(service, headers) };
}

/** An answer's body, which must be a success. */
export function bodyOf<T>({ status, text, body }: Got): T {
  if (status !== 200) throw new Error(`answered ${status}: ${text}`);
  return body as T;
}

export const choose = async ({ ask }: Person, accountId: string) =>
  bodyOf(await ask("PUT", "/auth/account", { account_id: accountId }));

/** Creates an organization for which the person then acts; resolves to its ID. */
export async function newOrganization(owner: Person, name = "Acme"): Promise<string> {
  const { id } = bodyOf<{ id: string }>(await owner.ask("POST", "/organizations", { name }));
  await choose(owner, id);
  return id;
}

export interface Invited {
  readonly id: string;
  readonly invitation_token: string;
}

export const invite = async (owner: Person, id: string, email: string, role?: MemberRole) =>
  bodyOf<Invited>(await owner.ask("POST", `/organizations/${id}/invitations`, { email, role }));

export const accept = ({ ask }: Person, { invitation_token }: Pick<Invited, "invitation_token">) =>
  ask("POST", "/invitations/accept", { invitation_token });

/** Makes a person a member by an invitation, for which it then acts. */
export async function join(owner: Person, id: string, person: Person, role: MemberRole): Promise<void> {
  await choose(person, person.userId);
  bodyOf(await accept(person, await invite(owner, id, person.email, role)));
  await choose(person, id);
}

/** The members and their roles, as the organization's owner reads them. */
export const rolesOf = async (owner: Person, id: string) =>
  bodyOf<{ user_id: string; role: MemberRole }[]>(await owner.ask("GET", `/organizations/${id}/members`)).map(
    ({ user_id, role }) => [user_id, role] as const,
  );
