import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import type { OperatorRole } from "../../src/http/caller.ts";
import { isHeld, type Permission } from "../../src/http/permissions.ts";
import { updateUserWords } from "../../src/management/common/user-words.ts";
import { fillKeyEndings } from "../../src/management/subscriptions/key-endings.ts";
import { asker, signedIn } from "../callers.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../harness.ts";

interface Hit {
  readonly kind: string;
  readonly label: string;
  readonly detail: string | null;
  readonly object: string;
  readonly account: string | null;
  readonly exact: boolean;
}
interface Found {
  readonly groups: readonly { readonly group: string; readonly hits: readonly Hit[] }[];
  readonly missing: { readonly text: string } | null;
  readonly unread: readonly string[];
}

const all = ({ groups }: Found): Hit[] => groups.flatMap(({ hits }) => hits);
const short = (found: Found) => all(found).map(({ kind, object, exact }) => [kind, object, exact]);

for (const kind of kinds)
  describe.skipIf(kind.missing)(`one search on ${kind.dialect}`, () => {
    let service: TestService;
    let ada: Account;
    let bob: Account;
    beforeAll(async () => {
      service = await startService(kind);
      ada = await signUp(service, "ada@fleet.example");
      bob = await signUp(service, "bob@other.example");
      const rename = (id: string, first_name: string, last_name: string) =>
        service.ask("PATCH", `/users/${id}`, {
          headers: service.operatorHeaders,
          json: { first_name, last_name },
        });
      await rename(ada.userId, "Łucja", "Ørsted-Weiß");
      await rename(bob.userId, "Bob", "Strasser");
    });
    afterAll(() => service.end());

    const search = async (text: string, headers = service.operatorHeaders): Promise<Found> => {
      const got = await service.ask("POST", "/system/search", { headers, json: { text } });
      if (got.status !== 200) throw new Error(`${got.status} ${got.text}`);
      const found = got.body as Found;
      expect(found.unread).toEqual([]);
      return found;
    };
    const searchOwn = async (account: Account, text: string): Promise<Found> => {
      const ask = asker(service, await signedIn(service, account));
      const got = await ask("POST", `/users/${account.userId}/search`, { text });
      if (got.status !== 200) throw new Error(`${got.status} ${got.text}`);
      return got.body as Found;
    };
    const of = (found: Found, wanted: string) => all(found).filter((one) => one.kind === wanted);

    test("a customer by the start of any word, folded, by address and by ID", async () => {
      const customer = `/users/${ada.userId}`;
      for (const text of ["łucja", "Lucja", "orsted", "weis", "LUCJA ørst", "ada@", "fleet.example"])
        expect([text, of(await search(text), "customer").map(({ object }) => object)]).toEqual([
          text,
          [customer],
        ]);
      for (const text of ["Łucja Ørsted-Weiß", "lucja orsted-weiss", "ada@fleet.example", ada.userId])
        expect((await search(text)).groups[0]).toMatchObject({
          group: "customers",
          hits: [{ kind: "customer", object: customer, account: ada.userId, exact: true }],
        });
      expect(of(await search("ucja"), "customer")).toEqual([]);
    });

    test("words of a former version are folded at the next start", async () => {
      const { database } = service.app;
      await database.run(sql`delete from user_word where user_id = ${ada.userId}`);
      await database.run(sql`insert into user_word (word, user_id) values ('łucja', ${ada.userId})`);
      await database.run(sql`update setting set value = '2' where name = 'user_words_form'`);
      expect(of(await search("lucja"), "customer")).toEqual([]);
      await database.transaction((tx) => updateUserWords(tx));
      expect(of(await search("lucja"), "customer")).toHaveLength(1);
    });

    test("a subscription by its ID, for its customer by name too", async () => {
      const path = `/subscriptions/${ada.subscriptionId}`;
      expect(short(await search(ada.subscriptionId))).toContainEqual(["subscription", path, true]);
      expect(short(await searchOwn(ada, "trial"))).toContainEqual(["subscription", path, false]);
      expect(of(await searchOwn(bob, ada.subscriptionId), "subscription")).toEqual([]);
    });

    test("a key by its last four characters, masked or whole; no whole key is answered", async () => {
      const end = ada.key.slice(-4);
      for (const text of [
        end,
        `…${end}`,
        ada.key.slice(-9),
        `${ada.key.slice(0, 8)}…${ada.key.slice(-5)}`,
        ada.key,
      ]) {
        const found = await search(text);
        expect([text.length, of(found, "key")]).toEqual([
          text.length,
          [expect.objectContaining({ label: `…${end}`, object: `/subscriptions/${ada.subscriptionId}` })],
        ]);
        expect(JSON.stringify(found)).not.toContain(ada.key.slice(-9));
        expect(of(await searchOwn(ada, text), "key")).toHaveLength(1);
        expect(of(await searchOwn(bob, text), "key")).toEqual([]);
      }
      expect(of(await search(ada.key.slice(-3)), "key")).toEqual([]);
      expect(of(await search(`vgk_0000…${end}`), "key")).toEqual([]);
      expect(of(await search(`00000${end}`), "key")).toEqual([]);
    });

    test("keys of a former version are found once a process has read their ends", async () => {
      const { database, identity } = service.app;
      const end = ada.secondaryKey.slice(-4);
      await database.run(sql`update subscription_key set ending = null`);
      expect(of(await search(end), "key")).toEqual([]);
      // One that no key opens does not keep the others from being read.
      await database.run(sql`
        update subscription_key set sealed = ${new Uint8Array(40)} where digest = (select min(digest) from subscription_key
          where subscription_id = ${bob.subscriptionId})`);
      await fillKeyEndings(database, identity.vault);
      expect(of(await search(end), "key")).toHaveLength(1);
    });

    test("a call by its call ID and request ID, for its customer alone", async () => {
      const vin = "1HGCM82633A004352";
      const got = await service.ask("GET", `/vin-decoder/${vin}`, {
        headers: { "x-AuthKey": ada.key, "x-request-id": "search-1234" },
      });
      expect(got.status).toBe(200);
      const made = await service.ask("GET", `/vin-decoder/${vin}`, { headers: { "x-AuthKey": ada.key } });
      await service.app.metering.flush();
      const report = await service.ask("GET", "/reports/byRequest", { headers: service.operatorHeaders });
      const { items } = report.body as { items: { call: string; request_id: string }[] };
      const [id] = items.filter((one) => one.request_id === "search-1234").map((one) => one.call);
      const requestId = made.headers.get("x-request-id")!;
      for (const text of [id!, "search-1234", requestId]) {
        const [call] = of(await search(text), "call");
        expect([text, call]).toEqual([text, expect.objectContaining({ account: ada.userId, exact: true })]);
        const list = await service.ask("GET", call!.object, { headers: service.operatorHeaders });
        expect((list.body as { items: { call: string }[] }).items.map((one) => one.call)).toEqual([
          call!.label,
        ]);
        expect(of(await searchOwn(ada, text), "call")).toHaveLength(1);
        expect(of(await searchOwn(bob, text), "call")).toEqual([]);
      }
    });

    test("a VIN and a plate lead to the lookup, and charge nothing", async () => {
      const balance = async () =>
        (
          await service.ask("GET", `/subscriptions/${ada.subscriptionId}`, {
            headers: service.operatorHeaders,
          })
        ).text;
      const before = await balance();
      expect(short(await searchOwn(ada, "1hgcm82633a004352"))).toEqual([
        ["vin", "/vin-decoder/1HGCM82633A004352", true],
        ["calls", `/reports/byRequest?url=1HGCM82633A004352&user_id=${ada.userId}`, false],
      ]);
      expect(short(await searchOwn(ada, "ABC 123, NY"))).toEqual([
        ["plate", "/us-plate-decode/ABC%20123/NY", false],
      ]);
      expect(await balance()).toBe(before);
    });

    test("a page of the docs by what it says, with that line", async () => {
      const pages = of(await search("is charged once"), "doc");
      expect(pages).toContainEqual(
        expect.objectContaining({
          object: expect.stringMatching(/^\/docs\/[a-z-]+\.md$/),
          detail: expect.stringContaining("is charged once"),
          exact: false,
        }),
      );
      expect(of(await search("s charged once"), "doc")).toEqual([]);
    });

    test("plans, APIs, datasets, settings and docs by title; a customer finds what it can see", async () => {
      expect(short(await search("trial"))).toContainEqual(["plan", "/products/trial", true]);
      expect(short(await search("vin dec"))).toContainEqual(["api", "/apis/vin-decoder", false]);
      expect(short(await search("lien"))).toContainEqual(["dataset", "/datasets/lien", true]);
      expect((await search("VINGATE_PUBLIC_URL")).groups[0]).toMatchObject({
        group: "settings",
        hits: [{ kind: "setting", label: "VINGATE_PUBLIC_URL", object: "/system", exact: true }],
      });
      expect(short(await search("webhooks"))).toContainEqual(["doc", "/docs/webhooks.md", true]);
      expect(short(await search("decodeVin"))).toContainEqual([
        "operation",
        "/docs/operations/decodeVin.md",
        true,
      ]);
      const hidden = await service.ask("POST", "/products/hidden", {
        headers: service.operatorHeaders,
        json: { display_name: "Secret plan" },
      });
      expect(hidden.status).toBe(200);
      expect(short(await search("secret plan"))).toContainEqual(["plan", "/products/hidden", true]);
      for (const text of ["secret plan", "hidden", "VINGATE_PUBLIC_URL", "lien records", "getInbox", "bob"]) {
        const kindsFound = all(await searchOwn(ada, text)).map((one) => one.kind);
        expect([text, kindsFound.filter((one) => !["doc", "api", "operation"].includes(one))]).toEqual([
          text,
          [],
        ]);
      }
    });

    test("each role finds what it may list", async () => {
      const needs: Record<string, Permission> = {
        customer: "customers.view",
        subscription: "credits.view",
        key: "calls.view",
        plan: "catalogue.view",
        dataset: "data.view",
        setting: "service.view",
      };
      const texts: Record<string, string> = {
        customer: "lucja",
        subscription: ada.subscriptionId,
        key: ada.key,
        plan: "trial",
        dataset: "lien",
        setting: "VINGATE_PUBLIC_URL",
      };
      for (const role of ["owner", "support", "billing", "data"] as const satisfies readonly OperatorRole[]) {
        const account = await signUp(service);
        await service.app.database.run(sql`
          update app_user set role = 'operator', operator_role = ${role} where id = ${account.userId}`);
        const headers = await signedIn(service, account);
        for (const [wanted, permission] of Object.entries(needs)) {
          const found = of(await search(texts[wanted]!, headers), wanted).length > 0;
          expect([role, wanted, found]).toEqual([
            role,
            wanted,
            isHeld(permission, { role: "operator", operatorRole: role }),
          ]);
        }
      }
    });

    test("another's account is not found, and no answer, log or error shows the text", async () => {
      const ask = asker(service, await signedIn(service, bob));
      expect((await ask("POST", `/users/${ada.userId}/search`, { text: "a" })).status).toBe(404);
      expect((await ask("POST", "/system/search", { text: "a" })).status).toBe(403);
      const operator = asker(service, service.operatorHeaders);
      expect((await operator("POST", "/users/nobody/search", { text: "a" })).status).toBe(404);
      const key = `vgk_${"K".repeat(300)}`;
      const wrong = await operator("POST", "/system/search", { text: key });
      expect([wrong.status, wrong.text.includes("KKKK")]).toEqual([422, false]);
      await operator("POST", "/system/search", { text: ada.key });
      expect(service.logged.some((line) => line.includes(ada.key) || line.includes("KKKK"))).toBe(false);
      const { database } = service.app;
      const audited = await database.all(sql`select id from audit_log where action like '%search%'`);
      expect(audited).toEqual([]);
    });

    test("odd texts find nothing and do not fail", async () => {
      for (const text of [" ", "%", "_", "'", "\\", "…", "-", "€", "a".repeat(256), "😀", "1".repeat(30)])
        expect([text, (await search(text)).unread]).toEqual([text, []]);
    });

    test("a searcher that fails is named, without what was typed", async () => {
      const { app } = service;
      const broken = {
        ...app,
        requestLog: { ...app.requestLog, search: () => Promise.reject(new Error("typed")) },
      };
      const { runSearch } = await import("../../src/management/system/search/run-search.ts");
      const found = await runSearch(broken, { kind: "operator" }, "search-1234", undefined);
      expect(found.unread).toEqual(["calls"]);
      expect(service.logged.some((line) => line.includes("typed"))).toBe(false);
      const silent = {
        ...app,
        requestLog: { ...app.requestLog, search: () => new Promise<never>(() => {}) },
      };
      const started = performance.now();
      expect((await runSearch(silent, { kind: "operator" }, "search-1234", undefined)).unread).toEqual([
        "calls",
      ]);
      expect(performance.now() - started).toBeLessThan(3000);
    });
  });
