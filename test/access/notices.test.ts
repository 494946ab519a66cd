import { expect, test } from "bun:test";
import { Leases } from "../../src/metering/credits/leases/leases.ts";
import { signUp, startService } from "../harness.ts";

test("a change of one subscription does not reread other balances", async () => {
  const service = await startService();
  // From here on it has the changes.
  await service.app.identity.keys.refresh();
  const received: (string | undefined)[] = [];
  const { notice } = Leases.prototype;
  Leases.prototype.notice = function (id) {
    received.push(id);
    return notice.call(this, id);
  };
  try {
    const account = await signUp(service);
    await service.ask("PATCH", `/users/${account.userId}`, {
      headers: service.operatorHeaders,
      json: { first_name: "Grace" },
    });
    expect(received.splice(0)).toStrictEqual([account.subscriptionId]);
    const path = `/subscriptions/${account.subscriptionId}/grants`;
    const json = { source: "grant", credits: 5, expires_at: null, reason: "gift" };
    const headers = service.operatorHeaders;
    const { body } = await service.ask("POST", path, { headers, json });
    // Directly after the commit, and as a change that every node reads, with that of the grant.
    expect(received.splice(0)).toStrictEqual(Array(3).fill(account.subscriptionId));
    await service.ask("DELETE", `${path}/${(body as { id: string }).id}`, { headers });
    expect(received).toStrictEqual([account.subscriptionId]);
  } finally {
    Leases.prototype.notice = notice;
    await service.end();
  }
});
