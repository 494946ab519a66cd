import { answerOf, api, asClient } from "./client.ts";
import { keepSession, type Session } from "./session.ts";

/** Signs in in this tab. Throws a Problem: 401 for a wrong pair, 429 after too many of them. */
export async function signIn(email: string, password: string): Promise<Session> {
  const session = await answerOf(
    api.POST("/auth/signin", { body: { email, password }, headers: await asClient() }),
  );
  keepSession(session);
  return session;
}
