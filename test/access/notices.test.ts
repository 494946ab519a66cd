import { expect, test } from "bun:test";
import { Leases } from "../../src/metering/credits/leases/leases.ts";
import { signUp, startService } from "../harness.ts";

test("a change of one subscription does not reread other balances", async () => {
  const service = await startService();
  // From here on it knows the changes.
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
    expect(received).toStrictEqual([account.subscriptionId]);
  } finally {
    Leases.prototype.notice = notice;
    await service.end();
  }
});
