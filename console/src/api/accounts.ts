import { api, dataOf } from "./client.ts";
import { type Account, type Session, sessionStore, setSession } from "./session.ts";
import { showInOtherTabs } from "./session-handover.ts";

/** Roles change while a page is open. */
const freshMs = 60_000;

let readFor: string | undefined;
let readAt = 0;

/** Keeps the accounts, unless another user has signed in since. */
function keep(token: string, accounts: readonly Account[]): void {
  const session = sessionStore.get();
  if (session?.token === token) setSession({ ...session, accounts });
}

/** Reads the accounts of the signed-in user. Without an answer, pages show what they showed before. */
export async function readAccounts(): Promise<void> {
  const token = sessionStore.get()?.token;
  if (token === undefined) return;
  readFor = token;
  readAt = Date.now();
  await dataOf(api.GET("/auth/accounts")).then(
    (accounts) => keep(token, accounts),
    () => undefined,
  );
}

/** Reads the accounts before the first page of a session; later pages do not wait for it. */
export async function prepareAccounts(): Promise<void> {
  const session = sessionStore.get();
  if (!session || (session.accounts && readFor === session.token && Date.now() - readAt < freshMs)) return;
  const reading = readAccounts();
  if (!session.accounts) await reading;
}

/** Acts for another account, in all tabs of this session. A reason is needed for that of a customer. */
export async function chooseAccount(id: string, reason?: string): Promise<void> {
  const { token } = sessionStore.get() ?? {};
  if (token === undefined) return;
  const accounts = await dataOf(api.PUT("/auth/account", { body: chosenBody(id, reason) }));
  keep(token, accounts);
  const session = sessionStore.get();
  if (session) showInOtherTabs(session);
}

const chosenBody = (account_id: string, reason: string | null | undefined) =>
  reason ? { account_id, reason } : { account_id };

/** A new session of the same user that acts for the same account as the one before, if it still may. */
export async function resumed(session: Session, before: Session | undefined): Promise<Session> {
  const chosen = before?.user.id === session.user.id && before.accounts?.find(({ is_chosen }) => is_chosen);
  if (!chosen) return session;
  if (chosen.id === session.user.id) return { ...session, accounts: before.accounts };
  const headers = { authorization: `Bearer ${session.token}` };
  const body = chosenBody(chosen.id, chosen.visit_reason);
  const accounts = await dataOf(api.PUT("/auth/account", { body, headers })).catch(() => undefined);
  return { ...session, accounts };
}
