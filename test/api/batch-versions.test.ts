import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  findEarlier,
  type IdempotentCall,
  idempotentCall,
  keepAnswer,
} from "../../src/access/idempotency.ts";
import { LineSet } from "../../src/access/line-set.ts";
import type { Serve } from "../../src/calls/dispatch.ts";
import { sql } from "../../src/database/sql.ts";
import { LineRefusal } from "../../src/http/lines.ts";
import { openEndingNode } from "../ending-node.ts";
import { kinds, startService, type TestService, testOrigin } from "../harness.ts";
import { goodVin, type Subscriber, type Subscribers, subscribers } from "../subscribers.ts";

const path = "/vin-decoder/batch";
const bodyOf = (lines: number) => `${goodVin}\n`.repeat(lines);

interface Kept {
  readonly answered: number;
  readonly lines?: string;
  readonly attempt?: { readonly id: string; readonly journal: string; readonly linesIn?: string };
}

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`batches of two versions on ${kind.dialect}`, () => {
    let service: TestService;
    let who: Subscribers;
    beforeAll(async () => {
      service = await startService(kind);
      who = subscribers(service);
    });
    afterAll(() => service.end());

    const requestOf = ({ key }: Subscriber, lines: number) =>
      new Request(`${testOrigin}${path}`, {
        method: "POST",
        headers: { "x-AuthKey": key, "idempotency-key": "a", "content-type": "application/x-ndjson" },
        body: bodyOf(lines),
      });
    async function send(serve: Serve, account: Subscriber, lines: number): Promise<string[]> {
      const text = await (await serve(requestOf(account, lines), "127.0.0.1")).text();
      await service.app.metering.flush();
      return text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).error?.code ?? "success");
    }
    const callOf = ({ subscriptionId, userId, productId }: Subscriber, lines: number): IdempotentCall =>
      idempotentCall(
        { kind: "subscription", subscriptionId, userId, productId },
        "decodeVins",
        "a",
        path,
        Buffer.from(bodyOf(lines)),
      );
    async function keptOf(account: Subscriber, lines: number): Promise<Kept> {
      const { database, identity, clock } = service.app;
      const found = await findEarlier<Kept>(database, identity.vault, callOf(account, lines), clock());
      return (found as { answer: Kept }).answer;
    }
    const keep = (account: Subscriber, lines: number, kept: Kept) =>
      service.app.database.transaction((tx) =>
        keepAnswer<Kept>(tx, service.app.identity.vault, callOf(account, lines), kept),
      );

    /** Refuses lines that reach their credits, by their number; the returned function ends this. */
    function refuse({ metering }: TestService["app"], isRefused: (line: number) => boolean): () => void {
      const { admit } = metering;
      let line = 0;
      metering.admit = (...call) => {
        // Without the begin of its wait it is the record of a refusal.
        if (call[2] !== undefined && isRefused(++line)) throw new LineRefusal(503, "unavailable", "refused");
        return admit.apply(metering, call);
      };
      return () => {
        metering.admit = admit;
      };
    }

    test("the former one reads the lines before the first refused one", async () => {
      const account = await who.subscribe({});
      const restore = refuse(service.app, (line) => line === 3);
      const outcomes = await send(service.serve, account, 5);
      restore();
      expect(outcomes).toEqual(["success", "success", "unavailable", "success", "success"]);
      const kept = await keptOf(account, 5);
      const { answered, lines } = kept;
      const read = new LineSet(kept);
      expect({ answered, lines, has: [1, 2, 3, 4, 5, 6].map((line) => read.has(line)) }).toEqual({
        answered: 2,
        lines: expect.any(String) as never,
        has: [true, true, false, true, true, false],
      });
      await send(service.serve, account, 5);
      expect(await keptOf(account, 5)).toEqual({ answered: 5 });
      expect(await who.used(account)).toBe(5);
    });

    test("the former one finds no journal of an open batch", async () => {
      const account = await who.subscribe({ credit_cost: { default: 0 } });
      const reader = (await service.serve(requestOf(account, 3000), "127.0.0.1")).body!.getReader();
      await reader.read();
      expect(await keptOf(account, 3000)).toEqual({
        answered: 0,
        attempt: {
          id: expect.any(String),
          journal: "",
          linesIn: service.app.metering.journalId,
          at: service.app.clock(),
          free: { found: true, missed: true },
        },
      } as never);
      await reader.cancel();
    });

    test("lines that the former one counted are not charged again", async () => {
      const account = await who.subscribe({});
      await send(service.serve, account, 5);
      await keep(account, 5, { answered: 3 });
      await send(service.serve, account, 5);
      expect(await who.used(account)).toBe(7);
    });

    test("records of the former one name no line, and are counted", async () => {
      // Without a price, a free line differs from a repeated one in its mark alone.
      const account = await who.subscribe({ credit_cost: { default: 0 } });
      const restore = refuse(service.app, (line) => line > 2);
      await send(service.serve, account, 8);
      restore();
      const node = await openEndingNode(service, account.key);
      refuse(node.app, (line) => line > 5);
      const response = await node.serve(requestOf(account, 8), "127.0.0.1");
      node.cutOff();
      await response.text();
      const { answered, attempt } = await keptOf(account, 8);
      await node.end();
      const { linesIn, ...rest } = attempt!;
      await keep(account, 8, { answered, attempt: { ...rest, journal: linesIn! } });
      expect(await send(service.serve, account, 8)).toEqual(Array.from({ length: 8 }, () => "success"));
      const [row] = await service.app.database.all(sql`
        select count(*) as calls from request_log
        where subscription_id = ${account.subscriptionId} and status = 200 and cache = 'none'`);
      // The other node's first lookup is one more.
      expect(row).toEqual({ calls: 8 + 1 });
      expect(await keptOf(account, 8)).toEqual({ answered: 8 });
    });
  });
}
