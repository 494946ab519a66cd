import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { sql } from "../../src/database/sql.ts";
import { type Asker, asker, signedIn } from "../callers.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../harness.ts";

interface Note {
  readonly id: string;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`notes on ${kind.dialect}`, () => {
    let service: TestService;
    let customer: Account;
    let support: Account;
    let operator: Asker;
    let supporter: Asker;
    const path = () => `/users/${customer.userId}/notes`;
    beforeAll(async () => {
      service = await startService(kind);
      customer = await signUp(service);
      support = await signUp(service);
      await service.app.database.run(sql`
        update app_user set role = 'operator', operator_role = 'support' where id = ${support.userId}`);
      operator = asker(service, service.operatorHeaders);
      supporter = asker(service, await signedIn(service, support));
    });
    afterAll(() => service.end());

    const note = async (text: string, by = operator) => {
      const got = await by("POST", path(), { text });
      expect(got.status).toBe(200);
      return got.body as Note;
    };
    const listed = async () => (await operator("GET", path())).body as Note[];

    test("a note has its author and its time, and the newest is first", async () => {
      const at = new Date(service.app.clock()).toISOString();
      const first = await note("Pays by transfer.");
      service.advance(1000);
      const second = await note("Asked for an offer.", supporter);
      expect((await listed()) as object[]).toEqual([
        {
          id: second.id,
          text: "Asked for an offer.",
          author: `/users/${support.userId}`,
          author_name: "Ada Byron",
          created_at: new Date(service.app.clock()).toISOString(),
        },
        { id: first.id, text: "Pays by transfer.", author: "operator", author_name: null, created_at: at },
      ] as object[]);
    });

    test("a note that is sent twice with one key is one", async () => {
      const before = (await listed()).length;
      const headers = { "idempotency-key": "one-note" };
      const send = () =>
        service.ask("POST", path(), {
          headers: { ...service.operatorHeaders, ...headers },
          json: { text: "Once." },
        });
      expect((await send()).body).toEqual((await send()).body);
      expect(await listed()).toHaveLength(before + 1);
    });

    test("an empty note, one without a user and one that is gone are refused", async () => {
      expect((await operator("POST", path(), { text: "" })).status).toBe(422);
      const missing = await operator("POST", "/users/missing/notes", { text: "Whose?" });
      expect([missing.status, (missing.body as { detail: string }).detail]).toEqual([
        404,
        "User missing not found.",
      ]);
      expect((await operator("GET", "/users/missing/notes")).status).toBe(404);
      expect((await operator("DELETE", `${path()}/gone`)).status).toBe(404);
    });

    test("a deleted note is gone, and another user's path does not delete it", async () => {
      const { id } = await note("Wrong account.");
      expect((await operator("DELETE", `/users/${support.userId}/notes/${id}`)).status).toBe(404);
      const deleted = await supporter("DELETE", `${path()}/${id}`);
      expect([deleted.status, deleted.body]).toEqual([200, { status: "success", id }]);
      expect((await listed()).map((one) => one.id)).not.toContain(id);
    });

    test("the audit log says who wrote and deleted notes, and not what", async () => {
      const { id } = await note("Secret of the customer.", supporter);
      await operator("DELETE", `${path()}/${id}`);
      const entries = await service.app.database.all<object>(sql`
        select action, actor, before, after from audit_log where object = ${`/users/${customer.userId}`} and action like 'note.%' order by id desc limit 2`);
      expect(entries.map((one) => ({ ...one }))).toEqual([
        { action: "note.delete", actor: "operator", before: null, after: null },
        { action: "note.create", actor: `/users/${support.userId}`, before: null, after: null },
      ]);
    });

    test("customers and operators who read no customers see none, and roles that read write", async () => {
      const own = asker(service, await signedIn(service, customer));
      for (const method of ["GET", "POST"])
        expect((await own(method, path(), method === "POST" ? { text: "Mine." } : undefined)).status).toBe(
          403,
        );
      const keeper = await signUp(service);
      await service.app.database.run(sql`
        update app_user set role = 'operator', operator_role = 'data' where id = ${keeper.userId}`);
      const data = asker(service, await signedIn(service, keeper));
      expect((await data("GET", path())).status).toBe(403);
      expect((await data("POST", path(), { text: "Hello." })).status).toBe(403);
    });

    test("the export of the account has no note", async () => {
      await note("Never exported.");
      const headers = await signedIn(service, customer);
      const exported = await service.serve(
        new Request(`http://vingate.test/users/${customer.userId}/export`, { headers }),
        "127.0.0.1",
      );
      expect(exported.status).toBe(200);
      const files = unzipSync(new Uint8Array(await exported.arrayBuffer()));
      const texts = Object.values(files).map((bytes) => new TextDecoder().decode(bytes));
      expect(texts.length).toBeGreaterThan(3);
      expect(texts.filter((text) => text.includes("Never exported."))).toEqual([]);
    });

    test("notes go with the account", async () => {
      await note("Until it is closed.");
      expect((await operator("DELETE", `/users/${customer.userId}`)).status).toBe(200);
      const rows = await service.app.database.all(
        sql`select id from user_note where user_id = ${customer.userId}`,
      );
      expect(rows).toEqual([]);
      expect((await operator("POST", path(), { text: "Too late." })).status).toBe(409);
    });
  });
