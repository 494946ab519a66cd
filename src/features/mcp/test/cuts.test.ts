import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { type Account, kinds, startService, type TestService } from "../../../../test/harness.ts";
import { goodVin, type Subscribers, subscribers, unknownVin } from "../../../../test/subscribers.ts";
import { callTool, post, request, textsOf } from "./mcp.ts";

const cuts = 100;
/** More would wait for the database for too long on a slow machine. */
const atOnce = 10;

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`cut tool calls on ${kind.dialect}`, () => {
    let service: TestService;
    let who: Subscribers;
    let server: Bun.Server<undefined>;
    beforeAll(async () => {
      service = await startService(kind);
      who = subscribers(service);
      server = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        fetch: (sent) => service.serve(sent, "127.0.0.1"),
      });
    });
    afterAll(async () => {
      await server.stop(true);
      await service.end();
    });

    const { body, headers } = request("tools/call", { name: "decode_vin", arguments: { vin: goodVin } });

    /** Sends a call and closes the connection after so many milliseconds; resolves when it is closed. */
    const cut = (account: Account, key: string, afterMs: number) =>
      new Promise<void>((resolve) => {
        const all = {
          ...headers,
          host: "127.0.0.1",
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(body)),
          "x-authkey": account.key,
          "idempotency-key": key,
        };
        const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
        const socket = connect(server.port!, "127.0.0.1", () =>
          socket.write(`POST /mcp HTTP/1.1\r\n${lines.join("")}\r\n${body}`, () =>
            setTimeout(() => socket.destroy(), afterMs),
          ),
        );
        socket.on("close", () => resolve()).on("error", () => undefined);
      });

    /** The answer of a repetition, when no earlier attempt is open and the database is not too busy. */
    const repeat = async (account: Account, key: string) => {
      for (;;) {
        const got = await callTool(
          service.serve,
          account.key,
          "decode_vin",
          { vin: goodVin },
          {
            "idempotency-key": key,
          },
        );
        const [text = ""] = textsOf(got);
        const body = JSON.parse(text);
        if (body.code !== "conflict" && body.code !== "unavailable") return body;
      }
    };
    const keyed = { "idempotency-key": "mine" };
    const credits = async (account: Account) => {
      await service.app.metering.flush();
      return who.used(account);
    };

    test(`${cuts} calls repeated after cuts are charged once each`, async () => {
      const account = await who.subscribe({});
      await service.ask("POST", `/subscriptions/${account.subscriptionId}/credits`, {
        headers: service.operatorHeaders,
        json: { change: cuts, reason: "cuts" },
      });
      const statuses: string[] = [];
      const callsOf = async (first: number) => {
        for (let at = first; at < cuts; at += atOnce) {
          const key = `call-${at}`;
          await cut(account, key, (at % 10) * 2);
          const first = await repeat(account, key);
          const second = await repeat(account, key);
          expect(second).toEqual(first);
          statuses.push(first.status);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, (_, first) => callsOf(first)));
      expect([statuses.filter((one) => one === "success").length, await credits(account)]).toEqual([
        cuts,
        cuts,
      ]);
    });

    /** The texts of a call that was charged, as its repetition has them. */
    const repeated = (texts: string[]) =>
      texts.map((text) => text.replace(/^Cost of this call: \d credits?/m, "Cost of this call: 0 credits"));

    test("a key in the message is as one in the header", async () => {
      const account = await who.subscribe({});
      const { body, headers } = request("tools/call", { name: "decode_vin", arguments: { vin: goodVin } });
      const message = JSON.parse(body);
      message.params._meta["vingate/idempotencyKey"] = "once";
      const send = (more = {}) =>
        post(service.serve, JSON.stringify(message), { ...headers, "x-authkey": account.key, ...more });
      const [first, second] = [textsOf(await send()), textsOf(await send({ "idempotency-key": "once" }))];
      expect([second, await credits(account)]).toEqual([repeated(first), 1]);
      expect((await send({ "idempotency-key": "other" })).body).toEqual({
        jsonrpc: "2.0",
        id: 1,
        error: {
          code: -32020,
          message: "Header mismatch: Idempotency-Key is not params._meta.vingate/idempotencyKey",
        },
      });
    });

    test("a batch with a key is charged once", async () => {
      const account = await who.subscribe({});
      const send = () =>
        callTool(service.serve, account.key, "decode_vins", { vins: [goodVin, goodVin] }, keyed);
      const [first, second] = [textsOf(await send()), textsOf(await send())];
      expect([second, await credits(account)]).toEqual([repeated(first), 2]);
    });

    test("a call with a key is found by the ID of its response", async () => {
      const account = await who.subscribe({});
      const sent = { ...keyed, "x-request-id": "mine" };
      const got = await callTool(service.serve, account.key, "decode_vin", { vin: goodVin }, sent);
      const id = got.headers.get("x-request-id");
      const path = `/reports/byRequest?user_id=${account.userId}`;
      const found = await service.ask("GET", path, { headers: service.operatorHeaders });
      expect(found.body).toMatchObject({ items: [{ request_id: id, source: "mcp" }] });
      expect(id).not.toBe("mine");
    });

    test("a charged miss with a key is charged once", async () => {
      const account = await who.subscribe({ charge_on: "always" });
      const send = () => callTool(service.serve, account.key, "decode_vin", { vin: unknownVin }, keyed);
      for (let time = 0; time < 2; time++)
        expect(JSON.parse(textsOf(await send())[0]!)).toMatchObject({ code: "vehicle_not_found" });
      expect(await credits(account)).toBe(1);
    });

    test("a report with a key is charged once", async () => {
      const account = await who.subscribe({});
      const args = { vin: goodVin, families: ["vin-decoder", "lien"] };
      for (let time = 0; time < 2; time++)
        await callTool(service.serve, account.key, "vehicle_report", args, keyed);
      expect(await credits(account)).toBe(1);
    });

    test("a key with other arguments is refused", async () => {
      const account = await who.subscribe({});
      await callTool(service.serve, account.key, "decode_vin", { vin: goodVin }, keyed);
      const other = await callTool(
        service.serve,
        account.key,
        "decode_vin",
        { vin: goodVin, year: 2003 },
        keyed,
      );
      expect(JSON.parse(textsOf(other)[0]!)).toMatchObject({
        detail: [{ type: "value_error", loc: ["header", "Idempotency-Key"] }],
      });
      expect(await credits(account)).toBe(1);
    });

    test("a refused call with a key is charged when it is repeated", async () => {
      const account = await who.subscribe({ rate_limit: { calls: 1, renewal_period_s: 60 } });
      const send = () =>
        callTool(service.serve, account.key, "decode_vin", { vin: goodVin }, { "idempotency-key": "later" });
      await who.decode(account);
      expect(JSON.parse(textsOf(await send())[0]!)).toMatchObject({ code: "rate_limited" });
      await who.putPolicy(account.productId, {});
      expect(JSON.parse(textsOf(await send())[0]!)).toMatchObject({ status: "success" });
      expect(await credits(account)).toBe(2);
    });
  });
}
