import { sql } from "../../../src/database/sql.ts";
import { type Account, type Got, signUp, type TestService } from "../../harness.ts";

/** A customer who can call every lookup, with more credits than any test uses. */
export interface LookupCaller {
  readonly account: Account;
  /** Calls with its key. */
  lookUp(path: string): Promise<Got>;
  used(): Promise<number>;
}

export async function lookupCaller(service: TestService, email?: string): Promise<LookupCaller> {
  const account = await signUp(service, email);
  await service.app.database.run(
    sql`update subscription set product_id = null, scope = '/apis' where id = ${account.subscriptionId}`,
  );
  const bump = await service.ask("PUT", "/subscriptions/sandbox-bump", {
    headers: service.operatorHeaders,
    json: { subscription_id: account.subscriptionId, credits: 10_000 },
  });
  if (bump.status !== 200) throw new Error(`the credits were not granted: ${bump.text}`);
  return {
    account,
    lookUp: (path) => service.ask("GET", path, { headers: { "x-AuthKey": account.key } }),
    async used() {
      const row = await service.app.database.get<{ used: number }>(
        sql`select used from credit_total where subscription_id = ${account.subscriptionId}`,
      );
      return row!.used;
    },
  };
}
