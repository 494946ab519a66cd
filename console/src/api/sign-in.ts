import { resumed } from "./accounts.ts";
import { api, asClient, dataOf } from "./client.ts";
import { type Session, sessionStore, setSession } from "./session.ts";

/**
 * Signs in in this tab. Throws a Problem: 401 for a wrong password or code, and with `second_factor_required` if a code
 * is missing; 429 after too many attempts, unless `admitToken` is that of a link in a mail about refused sign-ins.
 */
export async function signIn(
  email: string,
  password: string,
  code?: string,
  admitToken?: string,
): Promise<Session> {
  const body = {
    email,
    password,
    ...(code !== undefined && { code }),
    ...(admitToken && { admit_token: admitToken }),
  };
  const made: Session = await dataOf(api.POST("/auth/signin", { body, headers: await asClient() }));
  const session = await resumed(made, sessionStore.get());
  setSession(session);
  return session;
}

/** Proves once more who the user of the session is. Throws as `signIn` does. */
export async function stepUp(password: string, code?: string): Promise<void> {
  const body = code === undefined ? { password } : { password, code };
  // A header of its own: its 401 means that the code is missing, not that the session has ended.
  const headers = { authorization: `Bearer ${sessionStore.get()?.token ?? ""}` };
  await dataOf(api.POST("/auth/step-up", { body, headers }));
}
