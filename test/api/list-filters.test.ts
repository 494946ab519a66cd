import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { updateUserWords } from "../../src/management/common/user-words.ts";
import { type Asker, asker, issues } from "../callers.ts";
import { kinds, signUp, startService, type TestService, testOrigin } from "../harness.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`filters of lists on ${kind.dialect}`, () => {
    let service: TestService;
    let operator: Asker;
    beforeAll(async () => {
      service = await startService(kind);
      operator = asker(service, service.operatorHeaders);
      const people: [id: string, email: string, first: string, last: string, role?: string][] = [
        ["ada", "ada@lovelace.example", "Ada", "King Byron"],
        ["grace", "hopper@navy.example", "Grace", "Hopper", "operator"],
        ["emilie", "emilie@example.com", "Émilie", "du Châtelet"],
        ["percent", "percent@example.com", "100%", "O'Neil_x"],
      ];
      for (const [id, email, first_name, last_name, role = "customer"] of people) {
        service.advance(1000);
        await operator("POST", `/users/${id}`, { email, first_name, last_name, role });
      }
    }, 180_000);
    afterAll(() => service.end());

    const users = async (query: string) => {
      const got = await operator("GET", `/users/?${query}`);
      const ids = (got.body as { id: string; email: string }[]).map(({ id, email }) =>
        email === "operator@example.com" ? "first" : id,
      );
      expect(got.headers.get("x-total-count")).toBe(String(ids.length));
      return ids;
    };

    test("finds users by role, state, and beginnings of words", async () => {
      expect(await users("role=operator")).toEqual(["grace", "first"]);
      expect(await users("role=customer")).toEqual(["percent", "emilie", "ada"]);
      expect(await users("role=customer&state=active")).toEqual(["percent", "emilie", "ada"]);
      expect(await users("role=customer&state=blocked")).toEqual([]);
      expect(await users("role=operator&state=active")).toEqual(["grace", "first"]);
      expect(await users("text=BYR")).toEqual(["ada"]);
      expect(await users("text=king%20ad")).toEqual(["ada"]);
      for (const text of ["émil", "emil", "chatelet", "du%20CHÂT"])
        expect([text, await users(`text=${text}`)]).toEqual([text, ["emilie"]]);
      expect(await users("text=hopper@navy.example")).toEqual(["grace"]);
      expect(await users("text=example.com")).toEqual(["percent", "emilie", "first"]);
      expect(await users("text=operator&role=operator")).toEqual(["first"]);
      expect(await users("text=yron")).toEqual([]);
      expect(await users("text=100%25")).toEqual(["percent"]);
      expect(await users("text=%25")).toEqual(["percent", "emilie", "grace", "ada", "first"]);
      expect(await users("email=ada@lovelace.example&role=operator")).toEqual([]);
      expect(issues(await operator("GET", "/users/?role=king"))).toEqual(["literal_error query role"]);
    });

    test("finds users by IDs, deleted ones too", async () => {
      await operator("POST", "/users/gone", { email: "gone@example.com", first_name: "A", last_name: "B" });
      await operator("DELETE", "/users/gone");
      expect(await users("ids=ada,gone,nobody,emilie")).toEqual(["gone", "emilie", "ada"]);
      expect(await users("ids=ada,gone&state=active")).toEqual(["ada"]);
      const many = await operator("GET", `/users/?ids=${Array(101).fill("a").join(",")}`);
      expect(issues(many)).toEqual(["value_error query ids"]);
    });

    test("words of earlier versions are found after the next start", async () => {
      const { database } = service.app;
      await database.run(sql`delete from user_word where user_id = 'emilie'`);
      await database.run(sql`insert into user_word (word, user_id) values ('châtelet', 'emilie')`);
      await database.run(sql`delete from setting where name = 'user_words_form'`);
      expect(await users("text=chatelet")).toEqual([]);
      await database.transaction(updateUserWords);
      expect(await users("text=chatelet")).toEqual(["emilie"]);
      await database.transaction(updateUserWords);
    });

    test("a text that matches too many users is refused", async () => {
      const tx = service.app.database;
      await tx.run(sql`
        insert into user_word (word, user_id)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 2001)
        select 'many', 'user-' || i from n`);
      const got = await operator("GET", "/users/?text=man");
      expect(issues(got)).toEqual(["value_error query text"]);
      expect(got.text).toContain("more than 2000 users match; write longer words");
      expect(await users("text=man%20ada")).toEqual([]);
      await tx.run(sql`delete from user_word where word = 'many'`);
    });

    test("changed users match new words; deleted users match none", async () => {
      await operator("PATCH", "/users/ada", { last_name: "Lovelace" });
      expect([await users("text=byron"), await users("text=love")]).toEqual([[], ["ada"]]);
      await operator("DELETE", "/users/ada");
      expect(await users("text=love")).toEqual([]);
    });

    test("pages of a filtered list link to each other with the filter", async () => {
      const got = await operator("GET", "/users/?text=example.com&page_size=2&page=2");
      expect((got.body as object[]).length).toBe(1);
      expect(got.headers.get("x-total-count")).toBe("3");
      expect(got.headers.get("link")).toContain(
        `<${testOrigin}/users/?text=example.com&page=1&page_size=2>; rel="prev"`,
      );
    });

    test("finds APIs by parts of their names", async () => {
      const apis = async (name: string) => {
        const got = await operator("GET", `/apis?name=${encodeURIComponent(name)}`);
        const ids = (got.body as { id: string }[]).map(({ id }) => id);
        expect(got.headers.get("x-total-count")).toBe(String(ids.length));
        return ids;
      };
      expect(await apis("VIN DEC")).toEqual(["vin-decoder", "oem-vin-decode"]);
      expect(await apis("oil")).toEqual(["oil-lookup"]);
      // A match of the name, and one of the display name.
      expect(await apis("Vin-Decoder")).toEqual(["vin-decoder"]);
      expect(await apis("basic vin")).toEqual(["vin-decoder"]);
      expect(await apis("%")).toEqual([]);
      expect(await apis("vin_decoder")).toEqual([]);
      const got = await operator("GET", "/apis?name=oil&page_size=1");
      expect(got.headers.get("link")).toContain(
        `<${testOrigin}/apis?name=oil&page=1&page_size=1>; rel="first"`,
      );
    });

    test("subscriptions without credits are listed and counted", async () => {
      const made = await Promise.all([1, 2, 3].map(() => signUp(service)));
      const [spent, used, leased] = made.map(({ subscriptionId }) => subscriptionId) as [
        string,
        string,
        string,
      ];
      const empty = (id: string) => operator("POST", `/subscriptions/${id}/credits`, { set: 0 });
      await empty(spent);
      await empty(leased);
      const db = service.app.database;
      await db.run(
        sql`update credit_balance set used = granted, remaining = 0 where subscription_id = ${used}`,
      );
      await db.run(sql`update credit_balance set granted = 5 where subscription_id in (${spent}, ${leased})`);
      await db.run(sql`
        insert into credit_lease (subscription_id, journal_id, held) values (${leased}, 'other', 5)`);
      const ids = async (query: string) => {
        const got = await operator("GET", `/subscriptions?${query}`);
        const found = (got.body as { id: string }[]).map(({ id }) => id);
        expect(got.headers.get("x-total-count")).toBe(String(found.length));
        return found.sort();
      };
      expect(await ids("credits=none")).toEqual([spent, used].sort());
      expect(await ids(`credits=none&user_id=${made[0]!.userId}`)).toEqual([spent]);
      await operator("PATCH", `/subscriptions/${used}`, { state: "suspended" });
      expect([await ids("credits=none"), await ids("credits=none&state=suspended")]).toEqual([
        [spent],
        [used],
      ]);
      const first = await operator("GET", "/subscriptions?credits=none&page_size=1");
      expect(first.headers.get("link")).toContain(
        "/subscriptions?state=active&credits=none&page=1&page_size=1",
      );
      await db.run(sql`delete from credit_lease where journal_id = 'other'`);
    });

    test("finds subscriptions by customer and plan", async () => {
      const first = await signUp(service, "zoë@example.com");
      const second = await signUp(service, "zoltan@example.org");
      const subscriptions = async (query: string) => {
        const got = await operator("GET", `/subscriptions?${query}`);
        const owners = (got.body as { owner_id: string }[]).map(({ owner_id }) => owner_id);
        expect(got.headers.get("x-total-count")).toBe(String(owners.length));
        return owners;
      };
      expect(await subscriptions("text=zo")).toEqual([second.userId, first.userId]);
      expect(await subscriptions("text=zoe")).toEqual([first.userId]);
      expect(await subscriptions("text=zo&product_id=trial&state=active")).toEqual([
        second.userId,
        first.userId,
      ]);
      expect(await subscriptions("text=zo&product_id=none")).toEqual([]);
      expect(await subscriptions("text=zo&credits=none")).toEqual([]);
    });
  });
}
