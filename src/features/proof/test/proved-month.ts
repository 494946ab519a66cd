import { signedIn } from "../../../../test/callers.ts";
import type { Kind } from "../../../../test/database/databases.ts";
import { type Account, signUp } from "../../../../test/harness.ts";
import { goodVin } from "../../../../test/subscribers.ts";
import { dayMs } from "../../../base/durations.ts";
import { dayOf, startOf } from "../days/calendar.ts";
import { type ProvedService, startProved } from "./proved-service.ts";

export interface ProvedMonth extends ProvedService {
  readonly account: Account;
}

/** Two customers with calls and credits on days of two months, which are proved, and their statements of the first. */
export async function startProvedMonth(kind: Kind): Promise<ProvedMonth> {
  const service = await startProved(kind);
  const account = await signUp(service);
  const other = await signUp(service);
  const call = (of: Account, path: string) =>
    service.ask("GET", path, { headers: { "x-AuthKey": of.key, "want-receipt": "1" } });
  const give = (of: Account, credits: number) =>
    service.ask("POST", `/subscriptions/${of.subscriptionId}/grants`, {
      headers: service.operatorHeaders,
      json: { source: "grant", credits, expires_at: "2027-06-01T00:00:00.000Z", reason: "gift" },
    });
  const first = service.now();
  for (let at = 0; at < 14; at += 3) {
    await call(account, `/vin-decoder/${goodVin}?n=${at}`);
    await call(account, `/vin-decoder/${goodVin}?n=${at + 1}`);
    await call(other, "/vin-decoder/none");
    await give(account, 10 + at);
    await service.prove(dayOf(first + (at + 3) * dayMs));
  }
  const next = startOf("2026-12-02");
  await service.prove("2026-12-02");
  await call(other, `/vin-decoder/${goodVin}?n=99`);
  await service.prove(dayOf(next + 2 * dayMs));
  for (const one of [account, other])
    await service.ask("GET", `/users/${one.userId}/statements/2026-11`, {
      headers: await signedIn(service, one),
    });
  return { ...service, account };
}
