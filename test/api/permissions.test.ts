import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { digestToken } from "../../src/access/tokens.ts";
import { sql } from "../../src/database/sql.ts";
import type { Endpoint } from "../../src/http/endpoint.ts";
import { isOpen } from "../../src/http/etag.ts";
import { operations } from "../../src/operations.ts";
import { sessionOf, signedIn } from "../callers.ts";
import { type Account, embedded, signUp, startService, type TestService } from "../harness.ts";
import type { Scene } from "./permission.ts";
import { open, permissions } from "./permissions.ts";
import { webhook } from "./webhook-permissions.ts";

const nameOf = (one: Endpoint) => `${one.method} ${one.path}`;
const managed = operations.filter((one) => !isOpen(one) && one.audience !== "key");
const lookups = operations.filter((one) => one.audience === "key");
const opened = operations.filter(isOpen);

test("every operation has its row, and every row its operation", () => {
  expect(managed.map(nameOf).sort()).toEqual(Object.keys(permissions).sort());
  expect(opened.map(nameOf).sort()).toEqual(Object.keys(open).sort());
});

test("rows agree with what the operations declare", () => {
  for (const one of managed) {
    const row = permissions[nameOf(one)]!;
    expect([nameOf(one), row.client !== undefined]).toEqual([nameOf(one), one.audience === "client"]);
    if (one.audience === "operator") expect([nameOf(one), row.own]).toEqual([nameOf(one), 403]);
  }
});

/** A lookup's path, made of its parameters' examples. */
function examplePath(one: Endpoint): string {
  return one.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const example = one.params?.shape[name]?.meta()?.example;
    return encodeURIComponent(typeof example === "string" ? example : "x");
  });
}

for (const kind of embedded) {
  describe.skipIf(kind.missing)(`who may do what on ${kind.dialect}`, () => {
    let service: TestService;
    let bystander: Account;
    let blocked: Account;
    let names = 0;
    beforeAll(async () => {
      service = await startService(kind);
      bystander = await signUp(service);
      blocked = await signUp(service);
    });
    afterAll(() => service.end());

    const operator = (method: string, path: string, json?: unknown) =>
      service.ask(method, path, { headers: service.operatorHeaders, ...(json !== undefined && { json }) });
    const tokenOf = ({ userId }: Account) => {
      // If there are more than 50 sessions, the oldest end.
      service.advance(1);
      return sessionOf(service, userId);
    };
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    /** The objects of operations on spare objects, before each call. */
    const prepare = async () => {
      await operator("PUT", "/products/spare", {});
      await operator("PUT", "/products/spare/apis/vin-decoder");
      const spare = { name: "spare", display_name: "Spare", path: "spare", service_url: "https://a.example" };
      await operator("POST", "/apis", spare);
      const listed = (await operator("GET", "/apis")).body as { id: string; name: string }[];
      return listed.find((api) => api.name === "spare")!.id;
    };
    const webhookOf = async ({ userId }: Account) => {
      const made = await operator("POST", "/webhooks", { ...webhook, user_id: userId });
      return (made.body as { id: string }).id;
    };
    const call = async (one: Endpoint, scene: Scene, headers: Record<string, string>) => {
      const row = permissions[nameOf(one)]!;
      const path = row.path(scene);
      let real = path === "/apis/spare" ? `/apis/${await prepare()}` : path;
      if (path.startsWith("/webhooks/spare")) real = path.replace("spare", await webhookOf(scene.target));
      if (path.startsWith("/products/spare")) await prepare();
      const got = await service.ask(one.method, real, {
        headers,
        ...(row.json && { json: row.json(scene) }),
      });
      return got.status;
    };
    const scene = async (target?: Account, caller?: Account): Promise<Scene> => {
      const own = target ?? (await signUp(service));
      return { target: own, caller: caller ?? own, fresh: `fresh-${kind.dialect}-${++names}` };
    };

    for (const one of managed) {
      const row = permissions[nameOf(one)]!;
      test(nameOf(one), async () => {
        const live = await tokenOf(bystander);
        const ended = await tokenOf(bystander);
        await service.app.database.run(sql`
          update access_token set expires_at = ${service.app.clock()} where digest = ${digestToken(ended)}`);
        const ofBlocked = await tokenOf(blocked);
        await operator("PATCH", `/users/${blocked.userId}`, { state: "blocked" });
        const still = await scene(bystander);
        const answers = {
          none: await call(one, still, {}),
          mistyped: await call(one, still, bearer(`${live.slice(0, -1)}!`)),
          unknown: await call(one, still, bearer("a token of nobody")),
          expired: await call(one, still, bearer(ended)),
          blocked: await call(one, await scene(blocked), bearer(ofBlocked)),
          key: await call(one, still, bearer(bystander.key)),
          keyHeader: await call(one, still, { "x-AuthKey": bystander.key }),
          client: await call(one, still, service.clientHeaders),
        };
        await operator("PATCH", `/users/${blocked.userId}`, { state: "active" });
        expect(answers).toEqual({
          none: 401,
          mistyped: 401,
          unknown: 401,
          expired: 401,
          blocked: 401,
          key: 401,
          keyHeader: 401,
          client: row.client ?? 403,
        });
        const own = await scene();
        expect(["own", await call(one, own, await signedIn(service, own.target))]).toEqual(["own", row.own]);
        if (row.others !== undefined) {
          const others = await scene(await signUp(service), bystander);
          expect(["others", await call(one, others, bearer(live))]).toEqual(["others", row.others]);
        }
        expect(["operator", await call(one, await scene(), service.operatorHeaders)]).toEqual([
          "operator",
          row.operator,
        ]);
      });
    }

    test("another user's object answers as a missing one", async () => {
      const headers = bearer(await tokenOf(bystander));
      const target = await signUp(service);
      const missing = { ...target, userId: "no-such-user", subscriptionId: "no-such-subscription" };
      const compared = managed.filter((one) => permissions[nameOf(one)]!.others === 404);
      for (const one of compared) {
        const row = permissions[nameOf(one)]!;
        const ask = async (about: Account) => {
          const requested: Scene = { target: about, caller: bystander, fresh: "unused" };
          const json = row.json && { json: row.json(requested) };
          const got = await service.ask(one.method, row.path(requested), { headers, ...json });
          const { request_id: _, ...body } = got.body as Record<string, unknown>;
          return JSON.stringify({ httpStatus: got.status, ...body })
            .replaceAll(about.userId, "USER")
            .replaceAll(about.subscriptionId, "SUBSCRIPTION");
        };
        expect([nameOf(one), await ask(target)]).toEqual([nameOf(one), await ask(missing)]);
      }
    });

    for (const one of lookups)
      test(nameOf(one), async () => {
        const account = await signUp(service);
        const path = examplePath(one);
        const ask = async (headers: Record<string, string>) =>
          (await service.ask(one.method, path, { headers })).status;
        const key = (value: string) => ({ "x-AuthKey": value });
        const withdrawn = account.secondaryKey;
        await operator("POST", `/subscriptions/${account.subscriptionId}/regenerateSecondaryKey`);
        const ofBlocked = blocked.key;
        await operator("PATCH", `/users/${blocked.userId}`, { state: "blocked" });
        const refused = {
          none: await ask({}),
          mistyped: await ask(key(`${account.key.slice(0, -1)}!`)),
          unknown: await ask(key("a-key-of-nobody-at-all")),
          withdrawn: await ask(key(withdrawn)),
          blocked: await ask(key(ofBlocked)),
          session: await ask(key(await tokenOf(account))),
          operator: await ask(key(service.firstRun.operator_token)),
          client: await ask(key(service.firstRun.client_token)),
          tokenHeader: await ask(service.operatorHeaders),
        };
        await operator("PATCH", `/users/${blocked.userId}`, { state: "active" });
        expect(Object.entries(refused).filter(([, status]) => status !== 401)).toEqual([]);
        expect([200, 404, 422]).toContain(await ask(key(account.key)));
      });

    for (const one of opened)
      test(nameOf(one), async () => {
        const { path, status, operator: ofOperator = status } = open[nameOf(one)]!;
        const credentials = [
          {},
          bearer("a token of nobody"),
          bearer(await tokenOf(bystander)),
          service.clientHeaders,
          { "x-AuthKey": bystander.key },
        ];
        for (const headers of credentials)
          expect((await service.ask(one.method, path, { headers })).status).toBe(status);
        const { operatorHeaders: headers } = service;
        expect((await service.ask(one.method, path, { headers })).status).toBe(ofOperator);
      });
  });
}
