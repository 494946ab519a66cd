import { byPassword } from "../src/access/proof.ts";
import { createSession } from "../src/access/sessions.ts";
import type { Got, TestService } from "./harness.ts";

/** Sends calls as one caller. */
export type Asker = (method: string, path: string, json?: unknown) => Promise<Got>;

export function asker(service: TestService, headers: Record<string, string>): Asker {
  return (method, path, json) => service.ask(method, path, { headers, ...(json !== undefined && { json }) });
}

export function trySignIn(service: TestService, email: string, password: string): Promise<Got> {
  return service.ask("POST", "/auth/signin", { headers: service.clientHeaders, json: { email, password } });
}

/** The headers of a new session. */
export async function signedIn(
  service: TestService,
  { email, password }: { email: string; password: string },
): Promise<Record<string, string>> {
  const got = await trySignIn(service, email, password);
  if (got.status !== 200) throw new Error(`sign-in answered ${got.status}: ${got.text}`);
  return { authorization: `Bearer ${(got.body as { token: string }).token}` };
}

/** A 422 in short: type and place of each issue. */
export function issues({ body }: Got): string[] {
  const { detail } = body as { detail: { type: string; loc: (string | number)[] }[] };
  return detail.map(({ type, loc }) => [type, ...loc].join(" "));
}

/** The token of a new session of a user who has just proved who it is, by password if nothing else is given. */
export function sessionOf({ app }: TestService, userId: string, proved = byPassword): Promise<string> {
  const start = { proved, address: "127.0.0.1", agent: null };
  return app.database.transaction(async (tx) => (await createSession(tx, userId, app.clock(), start)).token);
}
