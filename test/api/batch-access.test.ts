import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { noteChange } from "../../src/access/keys/changes.ts";
import { type Sql, sql } from "../../src/database/sql.ts";
import { type BatchLine, openBatch, outcomeOf } from "../batch-stream.ts";
import { kinds, startService, type TestService } from "../harness.ts";
import { goodVin, type Subscriber, type Subscribers, subscribers } from "../subscribers.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`the access of an open batch on ${kind.dialect}`, () => {
    let service: TestService;
    let who: Subscribers;
    beforeAll(async () => {
      service = await startService(kind);
      who = subscribers(service);
    });
    afterAll(() => service.end());

    /** Sends a line, makes a change, and sends another one, or none; resolves to the answers to both, and to what follows. */
    async function around(account: Subscriber, change: () => Promise<unknown>, waits?: "waits") {
      const stream = await openBatch(service, account);
      const line = async () => {
        await stream.send(goodVin);
        return (await stream.next())?.[0];
      };
      const before = await line();
      await change();
      // One that is not ended would wait for the next line.
      const ending = () => Promise.race([stream.next(), Bun.sleep(5000)]);
      const after = waits ? (await ending())?.[0] : await line();
      await stream.end();
      return { before: before && outcomeOf(before), after, next: await stream.next() };
    }
    const ended = (status: number, code: string, detail: string, vin = "") => {
      const error = { status, code, detail: `${detail} Lines from 2 on have no answer.`, from_line: 2 };
      return { before: "success", after: { status: "error" as const, vin, error }, next: undefined };
    };
    /** Its client waits with its next line, and learns it nevertheless. */
    const meanwhile = (account: Subscriber, change: () => Promise<unknown>) =>
      around(account, change, "waits");
    const changeOf = async ({ subscriptionId }: Subscriber, statement: Sql) => {
      await service.app.database.transaction(async (tx) => {
        await tx.run(statement);
        await noteChange(tx, `/subscriptions/${subscriptionId}`);
      });
      await service.app.identity.keys.refresh();
    };
    const suspend = (account: Subscriber) =>
      changeOf(
        account,
        sql`update subscription set state = 'suspended' where id = ${account.subscriptionId}`,
      );

    test("a replaced key ends it with 401", async () => {
      const account = await who.subscribe({});
      const replace = () =>
        changeOf(
          account,
          sql`delete from subscription_key where subscription_id = ${account.subscriptionId}`,
        );
      expect(await meanwhile(account, replace)).toEqual(
        ended(401, "invalid_credential", "Invalid API key: mistyped, expired or revoked."),
      );
    });

    test("a blocked owner ends it with 401", async () => {
      const account = await who.subscribe({});
      const block = () =>
        service.ask("PATCH", `/users/${account.userId}`, {
          headers: service.operatorHeaders,
          json: { state: "blocked" },
        });
      expect(await meanwhile(account, block)).toEqual(
        ended(401, "invalid_credential", "Invalid API key: mistyped, expired or revoked."),
      );
    });

    test("a key that is replaced ends it after its grace", async () => {
      const account = await who.subscribe({});
      const replace = () =>
        changeOf(
          account,
          sql`
          update subscription_key set expires_at = ${service.app.clock() + 300}
          where subscription_id = ${account.subscriptionId}`,
        );
      const stream = await openBatch(service, account);
      const line = async () => {
        await stream.send(goodVin);
        return outcomeOf((await stream.next())![0]!);
      };
      expect(await line()).toBe("success");
      await replace();
      expect(await line()).toBe("success");
      service.advance(300);
      expect(await Promise.race([stream.next(), Bun.sleep(5000)])).toEqual([
        {
          status: "error",
          vin: "",
          error: {
            status: 401,
            code: "invalid_credential",
            detail: "Invalid API key: mistyped, expired or revoked. Lines from 3 on have no answer.",
            from_line: 3,
          },
        },
      ]);
      await stream.end();
    });

    test("a suspended subscription ends it with 403 and is recorded", async () => {
      const account = await who.subscribe({});
      expect(await meanwhile(account, () => suspend(account))).toEqual(
        ended(403, "subscription_inactive", "The subscription of this key is suspended."),
      );
      await service.app.metering.flush();
      expect(await who.recorded(account)).toEqual([
        { status: 200, credits: 1 },
        { status: 403, credits: 0 },
      ]);
    });

    test("a subscription that expires ends it with 403", async () => {
      const account = await who.subscribe({});
      const expiresAt = service.app.clock() + 1000;
      await service.change(
        sql`update subscription set expires_at = ${expiresAt} where id = ${account.subscriptionId}`,
      );
      expect(await around(account, async () => service.advance(1000))).toEqual(
        ended(403, "subscription_inactive", "The subscription of this key is expired.", goodVin),
      );
    });

    test("a removed API ends it with 403", async () => {
      const account = await who.subscribe({});
      expect(await meanwhile(account, () => who.removeDecoder(account.productId))).toEqual(
        ended(403, "api_not_in_product", "Your plan does not include vin-decoder."),
      );
    });

    test("an address filter ends it with 403", async () => {
      const account = await who.subscribe({});
      const filter = () => who.putPolicy(account.productId, { ip_filter: { deny: ["127.0.0.0/8"] } });
      expect(await meanwhile(account, filter)).toEqual(
        ended(403, "ip_not_allowed", "Your plan blocks calls from 127.0.0.1."),
      );
    });

    test("a new price holds from the next group on", async () => {
      const account = await who.subscribe({});
      const price = () => who.putPolicy(account.productId, { credit_cost: { default: 5 } });
      expect((await around(account, price)).after?.status).toBe("success");
      await service.app.metering.flush();
      expect(await who.recorded(account)).toEqual([
        { status: 200, credits: 1 },
        { status: 200, credits: 5 },
      ]);
    });

    test("a new quota holds from the next group on", async () => {
      const account = await who.subscribe({});
      const limit = () => who.putPolicy(account.productId, { quota: { calls: 1, renewal: "day" } });
      const { after } = await around(account, limit);
      expect(after?.error?.code).toBe("quota_exceeded");
    });

    test("lines of one piece are groups of 256", async () => {
      const account = await who.subscribe({ credit_cost: { default: 0 } });
      const stream = await openBatch(service, account);
      await stream.send(...Array.from({ length: 600 }, () => goodVin));
      const lines: BatchLine[] = [];
      while (lines.length < 256) lines.push(...(await stream.next())!);
      await suspend(account);
      const ending = stream.end();
      for (let next = await stream.next(); next; next = await stream.next()) lines.push(...next);
      await ending;
      const { code, from_line } = lines.at(-1)!.error!;
      // One group may be answered ahead of its reader.
      expect([code, lines.length, from_line! <= 513]).toEqual(["subscription_inactive", from_line!, true]);
    });
  });
}
