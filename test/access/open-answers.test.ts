import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tokensExpiring } from "../../src/access/ended-tokens.ts";
import { insertOperatorToken } from "../../src/access/identity.ts";
import { noteChange } from "../../src/access/keys/changes.ts";
import { digestToken } from "../../src/access/tokens.ts";
import { type Sql, sql } from "../../src/database/sql.ts";
import { type Asker, asker, sessionOf } from "../callers.ts";
import {
  type Account,
  kinds,
  signUp,
  startService,
  startServiceOn,
  type TestService,
  testOrigin,
} from "../harness.ts";
import { until } from "../until.ts";
import { follow } from "./followed-stream.ts";

interface Scene {
  readonly service: TestService;
  readonly account: Account;
  readonly own: Asker;
  readonly operator: Asker;
  readonly token: string;
}

/** After each of these the stream of a customer's session has ended. */
const ends: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  "the user signs out": ({ service, token }) =>
    service.ask("POST", "/auth/logout", { headers: { authorization: `Bearer ${token}` } }),
  "the session is ended in the list": ({ own, account }) =>
    own("DELETE", `/users/${account.userId}/sessions`),
  async "the password is reset"({ service, operator, account: { userId } }) {
    const { reset_token } = (await operator("POST", `/users/${userId}/resetLink`)).body as {
      reset_token: string;
    };
    const json = { reset_token, password: "another password" };
    return service.ask("POST", "/auth/reset", { headers: service.clientHeaders, json });
  },
  "the user is blocked": ({ operator, account }) =>
    operator("PATCH", `/users/${account.userId}`, { state: "blocked" }),
  "the user becomes an operator": ({ operator, account }) =>
    operator("PATCH", `/users/${account.userId}`, { role: "operator" }),
  "the user is deleted": ({ operator, account }) => operator("DELETE", `/users/${account.userId}`),
};

for (const kind of kinds)
  describe.skipIf(kind.missing)(`open answers on ${kind.dialect}`, () => {
    let service: TestService;
    let operator: Asker;
    beforeAll(async () => {
      service = await startService(kind);
      operator = asker(service, service.operatorHeaders);
    });
    afterAll(() => service.end());

    async function sceneOf(): Promise<Scene> {
      const account = await signUp(service);
      const token = await sessionOf(service, account.userId);
      const own = asker(service, { authorization: `Bearer ${await sessionOf(service, account.userId)}` });
      return { service, account, own, operator, token };
    }

    for (const [name, happens] of Object.entries(ends))
      test(`a stream ends when ${name}`, async () => {
        const scene = await sceneOf();
        const stream = follow(service, scene.token);
        await stream.open();
        await happens(scene);
        expect(await stream.ended()).toEqual(["event: calls", "event: ended"]);
      });

    test("a stream on another node ends, too", async () => {
      const fresh = await kind.migrated();
      // An SQLite database has one data folder: a process with another one takes it for restored.
      const nodes = kind.dialect === "sqlite" ? 1 : 2;
      const folders = Array.from({ length: nodes }, () => mkdtempSync(join(tmpdir(), "vingate-node-")));
      const first = await startServiceOn({ folder: folders[0]!, fresh });
      if (nodes > 1) copyFileSync(join(folders[0]!, "master.key"), join(folders[1]!, "master.key"));
      const second = await startServiceOn({ folder: folders.at(-1)!, fresh, firstRun: first.firstRun });
      const account = await signUp(first);
      const stream = follow(second, await sessionOf(first, account.userId));
      await stream.open();
      await asker(first, first.operatorHeaders)("PATCH", `/users/${account.userId}`, { state: "blocked" });
      expect(await stream.ended()).toEqual(["event: calls", "event: ended"]);
      for (const node of [second, first]) await node.end();
      await fresh.end();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });

    test("a stream goes on when something else of its user changes", async () => {
      const { account, own, token } = await sceneOf();
      const stream = follow(service, token, "/reports/byRequest/events?seconds=1");
      await stream.open();
      expect((await own("PATCH", `/users/${account.userId}`, { first_name: "Changed" })).status).toBe(200);
      expect(await stream.ended()).toEqual(["event: calls"]);
    });

    test("a stream ends when its session is the oldest of 51", async () => {
      const { account, token } = await sceneOf();
      const stream = follow(service, token);
      await stream.open();
      service.advance(1);
      for (let count = 0; count < 50; count += 1) await sessionOf(service, account.userId);
      expect(await stream.ended()).toEqual(["event: calls", "event: ended"]);
    });

    test("the stream of an access token ends with it", async () => {
      const { account, own } = await sceneOf();
      const path = `/users/${account.userId}/token`;
      const { token } = (await own("POST", path)).body as { token: string };
      const stream = follow(service, token);
      await stream.open();
      const [{ id }] = (await own("GET", `${path}s`)).body as [{ id: string }];
      expect((await own("DELETE", `${path}s/${id}`)).status).toBe(200);
      expect(await stream.ended()).toEqual(["event: calls", "event: ended"]);
    });

    test("an operator's stream of all calls ends with its role, and a view as a customer with the view", async () => {
      const { account } = await sceneOf();
      const customer = await signUp(service);
      await service.app.database.run(sql`
        update app_user set role = 'operator', operator_role = 'owner' where id = ${account.userId}`);
      const token = await sessionOf(service, account.userId);
      const demoted = follow(service, token);
      await demoted.open();
      expect((await operator("PATCH", `/users/${account.userId}`, { operator_role: "support" })).status).toBe(
        200,
      );
      expect(await demoted.ended()).toEqual(["event: calls", "event: ended"]);
      const visitor = await sessionOf(service, account.userId);
      const ask = asker(service, { authorization: `Bearer ${visitor}` });
      expect(
        (await ask("PUT", "/auth/account", { account_id: customer.userId, reason: "Look" })).status,
      ).toBe(200);
      const view = follow(service, visitor);
      await view.open();
      expect((await ask("PUT", "/auth/account", { account_id: account.userId })).status).toBe(200);
      expect(await view.ended()).toEqual(["event: calls", "event: ended"]);
    });

    test("a download whose session ends is cut, and not taken for whole", async () => {
      const { account, own, token } = await sceneOf();
      const headers = { authorization: `Bearer ${token}` };
      const path = `/users/${account.userId}/export`;
      const response = await service.serve(new Request(testOrigin + path, { headers }), "127.0.0.1");
      expect(response.status).toBe(200);
      await own("DELETE", `/users/${account.userId}/sessions`);
      await service.app.identity.keys.refresh();
      // The admission of the open answer.
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
      await expect(response.arrayBuffer()).rejects.toThrow("the credential has ended");
    });

    for (const path of ["/reports/byRequest/events?seconds=1", "export"])
      test(`an event between admission and the opening of ${path} counts`, async () => {
        const { account, own, token } = await sceneOf();
        const { database, identity } = service.app;
        const read = database.get.bind(database);
        let isEnded = false;
        const get = async <T>(statement: Sql) => {
          const row = await read<T>(statement);
          if (!isEnded && statement.values.includes(digestToken(token))) {
            isEnded = true;
            await own("DELETE", `/users/${account.userId}/sessions`);
            await identity.keys.refresh();
          }
          return row;
        };
        Object.assign(database, { get });
        const headers = { authorization: `Bearer ${token}` };
        const url = testOrigin + (path === "export" ? `/users/${account.userId}/export` : path);
        const response = await service
          .serve(new Request(url, { headers }), "127.0.0.1")
          .finally(() => Reflect.deleteProperty(database, "get"));
        expect([response.status, isEnded]).toEqual([200, true]);
        if (path === "export")
          await expect(response.arrayBuffer()).rejects.toThrow("the credential has ended");
        else expect(await response.text()).toContain("event: ended");
      });

    test("a stream ends when the last minutes of a replaced operator token do", async () => {
      const before = await service.app.database.transaction((tx) =>
        insertOperatorToken(tx, service.app.clock()),
      );
      const stream = follow(service, before, "/reports/byRequest/events?seconds=1");
      await stream.open();
      const until = service.app.clock() + 300;
      await service.app.database.transaction(async (tx) => {
        await tokensExpiring.expire(tx, sql`digest = ${digestToken(before)}`, until);
        await noteChange(tx, "/system");
      });
      expect(await stream.ended()).toEqual(["event: calls", "event: ended"]);
    });

    test("a download that opens after its call was answered otherwise is ended", async () => {
      const { account, token } = await sceneOf();
      const { database, responses } = service.app;
      const held = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const { total } = responses.openCalls;
      const transaction: typeof database.transaction = async (work, options) => {
        begun.resolve();
        await held.promise;
        return await Object.getPrototypeOf(database).transaction.call(database, work, options);
      };
      const headers = { authorization: `Bearer ${token}` };
      const request = new Request(`${testOrigin}/users/${account.userId}/export`, { headers });
      Object.assign(database, { transaction });
      const answered = service.serve(request, "127.0.0.1");
      await begun.promise;
      Object.defineProperty(database, "silentMs", { value: 10_000, configurable: true });
      expect((await answered).status).toBe(503);
      for (const name of ["silentMs", "transaction"]) Reflect.deleteProperty(database, name);
      const opening = Promise.withResolvers<void>();
      const add = responses.openCalls.add.bind(responses.openCalls);
      Object.assign(responses.openCalls, {
        add(call: Parameters<typeof add>[0]) {
          opening.resolve();
          return add(call);
        },
      });
      held.resolve();
      await opening.promise;
      Reflect.deleteProperty(responses.openCalls, "add");
      await until(() => responses.openCalls.total === total, "the download is gone");
    });
  });
