import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { signedIn } from "../../../../test/callers.ts";
import {
  type Ask,
  type Got,
  kinds,
  problem,
  startService,
  type TestService,
} from "../../../../test/harness.ts";
import { type Subscriber, subscribers } from "../../../../test/subscribers.ts";
import { sql } from "../../../database/sql.ts";
import { watchersOf } from "../comparison/watchers.ts";
import { deleteEndedLists } from "../ended-lists.ts";

const vins = ["1HGCM82633A004352", "1M8GDM9AXKP042788", "5J6RW2H59JL990075"] as const;
const created_at = "2026-11-21T00:00:00.000Z";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`watching VINs on ${kind.dialect}`, () => {
    let service: TestService;
    let customer: Subscriber;
    beforeAll(async () => {
      service = await startService(kind);
      customer = await newCustomer({});
    });
    afterAll(() => service.end());

    async function newCustomer(policy: object, apis = ["auction", "lien"]): Promise<Subscriber> {
      const made = await subscribers(service).subscribe(policy);
      const headers = service.operatorHeaders;
      for (const api of apis)
        await service.ask("PUT", `/products/${made.productId}/apis/${api}`, { headers });
      return made;
    }

    const call = (method: string, path: string, how: Ask = {}, who = customer): Promise<Got> =>
      service.ask(method, path, { ...how, headers: { "x-AuthKey": who.key, ...how.headers } });
    const upload = (body: string, path = "/watches", who = customer) =>
      call("PUT", path, { body, headers: { "content-type": "text/csv" } }, who);
    const listed = async (who = customer, query = "") =>
      (await call("GET", `/watches${query}`, {}, who)).body as object;
    const page = { page: 1, page_size: 100, limit: 1000, next: null, comparisons: [] };

    test("a watch is placed, changed, read and ended", async () => {
      expect(await listed()).toEqual({ ...page, items: [], total: 0 });
      const placed = await call("PUT", "/watches/1hgcm-82633a004352", { json: { families: ["lien"] } });
      const watch = { vin: vins[0], families: ["lien"], created_at };
      expect([placed.status, placed.body]).toEqual([200, watch]);
      service.advance(1000);
      const changed = await call("PUT", `/watches/${vins[0]}`, {});
      expect(changed.body).toEqual({ ...watch, families: ["auction", "lien"] });
      expect((await call("GET", `/watches/${vins[0]}`)).body).toEqual(changed.body as object);
      expect(await listed()).toEqual({ ...page, items: [changed.body], total: 1 });
      expect((await call("DELETE", `/watches/${vins[0]}`)).body).toEqual({ status: "success" });
      const gone = await call("GET", `/watches/${vins[0]}`);
      const detail = `The VIN ${vins[0]} is not watched.`;
      expect(gone.body).toEqual(problem("not_found", 404, "Not found", detail, gone));
      expect((await call("DELETE", `/watches/${vins[0]}`)).status).toBe(404);
      expect(await listed()).toEqual({ ...page, items: [], total: 0 });
      service.advance(-1000);
    });

    test("the owner and operators list a subscription's watches, others do not", async () => {
      const who = await newCustomer({ watches: 7 });
      await call("PUT", `/watches/${vins[1]}`, { json: { families: ["lien"] } }, who);
      const list = (headers: Readonly<Record<string, string>>, id = who.subscriptionId) =>
        service.ask("GET", `/subscriptions/${id}/watches`, { headers });
      const found = await list(service.operatorHeaders);
      const items = [{ vin: vins[1], families: ["lien"], created_at }];
      expect([found.status, found.body]).toEqual([200, { ...page, items, total: 1, limit: 7 }]);
      expect((await list(await signedIn(service, who))).body).toEqual(found.body as object);
      const refused = await list(await signedIn(service, customer));
      const detail = `Subscription ${who.subscriptionId} not found.`;
      expect(refused.body).toEqual(problem("not_found", 404, "Not found", detail, refused));
      expect((await list(service.operatorHeaders, "none")).status).toBe(404);
    });

    test("each change is in the audit log", async () => {
      const entries = await service.app.database.all<{ action: string; actor: string }>(sql`
        select action, actor from audit_log where object = ${`/watches/${vins[0]}`} order by id`);
      const actor = `/subscriptions/${customer.subscriptionId}`;
      expect(entries.map((entry) => ({ ...entry })).sort((a, b) => (a.action < b.action ? -1 : 1))).toEqual([
        { action: "watch.delete", actor },
        { action: "watch.put", actor },
        { action: "watch.put", actor },
      ]);
    });

    test("only lookups of the plan can be watched", async () => {
      const refused = await call("PUT", `/watches/${vins[0]}`, { json: { families: ["saleshistory"] } });
      const title = "API not in product";
      const detail = "Your plan does not include saleshistory.";
      expect(refused.body).toEqual(problem("api_not_in_product", 403, title, detail, refused));
      const none = await newCustomer({}, []);
      const nothing = await call("PUT", `/watches/${vins[0]}`, {}, none);
      expect([nothing.status, (nothing.body as { detail: string }).detail]).toEqual([
        403,
        "Your plan includes no lookup that can be watched: auction, saleshistory, lien, oem-vin-decode, open-recall.",
      ]);
      for (const families of [["vin-decoder"], [], "lien"])
        expect((await call("PUT", `/watches/${vins[0]}`, { json: { families } })).status).toBe(422);
      expect((await call("PUT", "/watches/ABC", {})).status).toBe(422);
    });

    test("a short VIN is watched only where lookups take it", async () => {
      const refused = await call("PUT", "/watches/6C12345", { json: { families: ["auction", "lien"] } });
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        422,
        expect.stringContaining("lien takes VINs of 17 characters"),
      ]);
      const placed = await call("PUT", "/watches/6C12345", {});
      expect(placed.body).toEqual({ vin: "6C12345", families: ["auction"], created_at });
      await call("DELETE", "/watches/6C12345");
    });

    test("the policy bounds the watches, and the error says it", async () => {
      const bounded = await newCustomer({ watches: 2 });
      for (const vin of vins.slice(0, 2))
        expect((await call("PUT", `/watches/${vin}`, {}, bounded)).status).toBe(200);
      const full = await call("PUT", `/watches/${vins[2]}`, {}, bounded);
      const detail = "Your plan allows 2 watched VINs, and 2 are watched. End some, or change the plan.";
      expect(full.body).toEqual({
        ...problem("conflict", 409, "Conflict", detail, full),
        limit: 2,
        watches: 2,
      });
      expect(
        (await call("PUT", `/watches/${vins[1]}`, { json: { families: ["lien"] } }, bounded)).status,
      ).toBe(200);
      await call("DELETE", `/watches/${vins[1]}`, {}, bounded);
      const half = await upload(`vin\n${vins[0]}\n${vins[1]}\n${vins[2]}\n`, "/watches", bounded);
      const rest =
        "Your plan allows 2 watched VINs, and 2 are watched. VINs from line 4 on were not added. End some, or change the plan.";
      expect(half.body).toEqual({
        ...problem("conflict", 409, "Conflict", rest, half),
        limit: 2,
        watches: 2,
      });
      expect(await listed(bounded)).toMatchObject({ total: 2, limit: 2 });
      const none = await newCustomer({ watches: 0 });
      expect((await call("PUT", `/watches/${vins[0]}`, {}, none)).status).toBe(409);
    });

    test("an upload watches its VINs and lists refused lines", async () => {
      const many = await newCustomer({});
      const text = [
        "vin,families",
        `${vins[0]},lien`,
        `"${vins[1]}","auction lien"`,
        "",
        `{"vin":"${vins[2].toLowerCase()}","families":["auction"]}`,
        "not a vin",
        `${vins[2]},vin-decoder`,
        `${vins[2]},saleshistory`,
        "6C12345",
        "x".repeat(2000),
      ];
      const got = await upload(text.join("\r\n"), "/watches", many);
      const choice = "auction, saleshistory, lien, oem-vin-decode, open-recall";
      expect([got.status, got.body]).toEqual([
        200,
        {
          lines: 10,
          added: 4,
          changed: 0,
          removed: 0,
          refused: 4,
          refusals: [
            {
              line: 6,
              vin: "not a vin",
              reason:
                "is not a VIN: 17 letters and digits without I, O and Q, or before 1981 5 to 14 with a digit",
            },
            { line: 7, vin: vins[2], reason: `"vin-decoder" cannot be watched: families can be ${choice}` },
            { line: 8, vin: vins[2], reason: "Your plan does not include saleshistory." },
            { line: 10, vin: "x".repeat(40), reason: "the line is too long" },
          ],
          total: 4,
          limit: 1000,
        },
      ]);
      const all = [
        { vin: vins[0], families: ["lien"], created_at },
        { vin: vins[1], families: ["auction", "lien"], created_at },
        { vin: vins[2], families: ["auction"], created_at },
        { vin: "6C12345", families: ["auction"], created_at },
      ];
      expect(await listed(many)).toEqual({ ...page, items: all, total: 4 });
      const first = await listed(many, "?page_size=3");
      expect(first).toEqual({ ...page, page_size: 3, items: all.slice(0, 3), total: 4, next: vins[2] });
      expect(await listed(many, `?page_size=3&after=${vins[2]}`)).toEqual({
        ...page,
        page_size: 3,
        items: all.slice(3),
        total: 4,
      });
      const repeated = await upload(`${vins[0]}\n${vins[1]}\n`, "/watches", many);
      expect(repeated.body).toMatchObject({ added: 0, changed: 1, total: 4 });
      const removed = await upload(
        `${vins[0]}\n${vins[0]}\n1FTFW1ET5DFC10312\n`,
        "/watches?mode=remove",
        many,
      );
      expect(removed.body).toMatchObject({ lines: 3, removed: 1, refused: 0, total: 3 });
      const actor = `/subscriptions/${many.subscriptionId}`;
      const entries = await service.app.database.all<{ after: string }>(sql`
        select after from audit_log where actor = ${actor} and action = 'watch.put_many' order by id`);
      expect(entries.map(({ after }) => JSON.parse(after))).toContainEqual({
        lines: 10,
        added: 4,
        changed: 0,
        removed: 0,
        refused: 4,
      });
    });

    test("a thousand VINs arrive in one upload", async () => {
      const many = await newCustomer({ watches: 900 });
      const text = Array.from(
        { length: 1000 },
        (_, at) => `1HGCM82633A${String(at).padStart(6, "0")}\n`,
      ).join("");
      const full = await upload(text, "/watches", many);
      expect([full.status, (full.body as { detail: string }).detail]).toEqual([
        409,
        expect.stringContaining("VINs from line 901 on were not added."),
      ]);
      expect(await listed(many, "?page_size=1")).toMatchObject({ total: 900, next: "1HGCM82633A000000" });
      const removed = await upload(text, "/watches?mode=remove", many);
      expect(removed.body).toMatchObject({ lines: 1000, removed: 900, total: 0 });
    });

    test("a compressed upload is refused", async () => {
      const got = await call("PUT", "/watches", {
        body: vins[0],
        headers: { "content-type": "text/csv", "content-encoding": "gzip" },
      });
      expect(got.status).toBe(415);
    });

    test("a blocked address and a missing key can do nothing", async () => {
      const blocked = await newCustomer({ ip_filter: { deny: ["127.0.0.1"] } });
      for (const [method, path] of [
        ["GET", "/watches"],
        ["PUT", `/watches/${vins[0]}`],
        ["DELETE", `/watches/${vins[0]}`],
      ] as const)
        expect((await call(method, path, {}, blocked)).status).toBe(403);
      expect((await upload(vins[0], "/watches", blocked)).status).toBe(403);
      expect((await service.ask("GET", "/watches")).status).toBe(401);
    });

    test("calls of a key count towards the account's limit", async () => {
      const { reads } = service.app.config.managementLimit;
      const statuses = new Set<number>();
      const from = "203.0.113.9";
      for (let at = 0; at <= reads; at++)
        statuses.add((await call("GET", `/watches/${vins[1]}`, { from })).status);
      expect([...statuses]).toEqual([404, 429]);
    });

    test("a test key has a list of its own, which makes no events", async () => {
      const both = await newCustomer({});
      const path = `/subscriptions/${both.subscriptionId}/listSecrets`;
      const secrets = await service.ask("POST", path, { headers: service.operatorHeaders });
      const test = { ...both, key: (secrets.body as { test_key: string }).test_key };
      const placed = await call("PUT", `/watches/${vins[0]}`, {}, test);
      expect([placed.status, placed.headers.get("x-test")]).toEqual([200, "true"]);
      await upload(`${vins[1]}\n`, "/watches", test);
      await deleteEndedLists(service.app.database);
      expect([await listed(test), await listed(both)]).toMatchObject([{ total: 2 }, { total: 0 }]);
      const lists = await service.app.database.all<{ id: number }>(sql`
        select id from watch_list where subscription_id = ${`test/${both.subscriptionId}`}`);
      const activeWatchers = await watchersOf(service.app.database, [lists[0]!.id], "auction", Date.now());
      expect([lists.length, activeWatchers.size]).toEqual([1, 0]);
    });

    test("watches end with their subscription", async () => {
      const ended = await newCustomer({});
      await upload(vins.join("\n"), "/watches", ended);
      await deleteEndedLists(service.app.database);
      expect(await listed(ended)).toMatchObject({ total: 3 });
      await service.ask("DELETE", `/users/${ended.userId}`, { headers: service.operatorHeaders });
      await deleteEndedLists(service.app.database);
      const left = await service.app.database.all(sql`
        select id from watch_list where subscription_id = ${ended.subscriptionId}`);
      const orphans = await service.app.database.all(sql`
        select vin from watched_vin where list not in (select id from watch_list)`);
      expect([left, orphans]).toEqual([[], []]);
    });
  });
