import { api, asClient, dataOf } from "./client.ts";
import { type Session, setSession } from "./session.ts";

/** Signs in in this tab. Throws a Problem: 401 for a wrong password, 429 after too many attempts. */
export async function signIn(email: string, password: string): Promise<Session> {
  const session = await dataOf(
    api.POST("/auth/signin", { body: { email, password }, headers: await asClient() }),
  );
  setSession(session);
  return session;
}
