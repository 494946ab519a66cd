import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { signedIn } from "../../../../test/callers.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { footLinksOf } from "../../../running/brand.ts";

const first = { title: "Terms of service", text: "# Terms\n\nFirst." };
const second = { title: "Terms of service", text: "# Terms\n\nSecond." };
const page = { title: "Privacy", url: "https://seller.example/privacy" };
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

for (const kind of kinds)
  describe.skipIf(kind.missing)(`terms on ${kind.dialect}`, () => {
    let service: TestService;
    let account: Account;
    beforeAll(async () => {
      service = await startService(kind);
      account = await signUp(service);
      await publish("terms", first);
    });
    afterAll(() => service?.end());

    const publish = (of: string, json: unknown) =>
      service.ask("PUT", `/terms/${of}`, { headers: service.operatorHeaders, json });
    const ask = async (method: string, path: string, json?: unknown) =>
      service.ask(method, path, {
        headers: await signedIn(service, account),
        ...(json !== undefined && { json }),
      });
    const announced = async () =>
      (
        await service.app.database.all<{ user_id: string; data: string }>(
          sql`select user_id, data from outbox_event where type = 'terms.published' order by event_id`,
        )
      ).map(({ user_id, data }) => ({ user_id, data: JSON.parse(data) as object }));
    const links = async () =>
      (await footLinksOf(service.app, undefined)).map(({ label, url }) => [label, url]);
    const accept = (of: string, version: number) => ask("POST", "/terms/acceptances", { kind: of, version });
    const open = async () =>
      ((await ask("GET", "/terms/open")).body as { kind: string; version: number }[]).map((one) => [
        one.kind,
        one.version,
      ]);

    test("another content is the next version, the same one is none", async () => {
      const shown = {
        kind: "terms",
        version: 1,
        title: "Terms of service",
        url: null,
        digest: sha256(first.text),
        published_at: expect.any(String),
      };
      expect((await publish("terms", first)).body).toEqual({ ...shown, text: first.text });
      expect((await publish("privacy", page)).body).toEqual({
        ...shown,
        ...page,
        kind: "privacy",
        digest: sha256(page.url),
        text: null,
      });
      // Every page and mail has them.
      expect(await links()).toEqual([
        ["Terms of service", "/console/agreements/terms/1"],
        ["Privacy", page.url],
      ]);
      const listed = await service.ask("GET", "/terms");
      expect(listed.body).toEqual([shown, { ...shown, ...page, kind: "privacy", digest: sha256(page.url) }]);
      expect((await service.ask("GET", "/terms/terms/1")).body).toEqual({ ...shown, text: first.text });
      expect((await service.ask("GET", "/terms/terms/2")).status).toBe(404);
      for (const bad of [{ title: "x" }, { ...first, ...page }, { title: "x", url: "javascript:alert(1)" }])
        expect((await publish("dpa", bad)).status).toBe(422);
    });

    test("a customer accepts the current version, once, and calls go on before it", async () => {
      expect(await open()).toEqual([
        ["terms", 1],
        ["privacy", 1],
      ]);
      const accepted = await accept("terms", 1);
      expect(accepted.body).toEqual({ kind: "terms", version: 1, accepted_at: expect.any(String) });
      service.advance(1000);
      expect((await accept("terms", 1)).body).toEqual(accepted.body);
      expect(await open()).toEqual([["privacy", 1]]);
      const other = await signUp(service);
      await publish("terms", second);
      expect((await links())[0]).toEqual(["Terms of service", "/console/agreements/terms/2"]);
      expect(await announced()).toEqual([
        {
          user_id: account.userId,
          data: { user_id: account.userId, kind: "terms", version: 2, title: "Terms of service" },
        },
      ]);
      expect(other.userId).not.toBe(account.userId);
      expect(await open()).toEqual([
        ["terms", 2],
        ["privacy", 1],
      ]);
      expect((await accept("terms", 1)).body).toMatchObject({
        status: 409,
        detail: "Version 1 was replaced by version 2. Read it, then accept it.",
      });
      expect((await accept("terms", 3)).status).toBe(404);
      expect((await accept("dpa", 1)).status).toBe(404);
      expect((await ask("GET", "/subscriptions")).status).toBe(200);
      expect((await ask("GET", `/users/${account.userId}/acceptances`)).body).toEqual([accepted.body]);
    });

    test("operators accept nothing, and acceptances end with their user", async () => {
      const asOperator = { headers: service.operatorHeaders };
      expect((await service.ask("GET", "/terms/open", asOperator)).body).toEqual([]);
      await accept("terms", 1);
      await accept("privacy", 1);
      const path = `/users/${account.userId}/acceptances`;
      expect(((await service.ask("GET", path, asOperator)).body as unknown[]).length).toBeGreaterThan(0);
      await service.ask("DELETE", `/users/${account.userId}`, asOperator);
      expect((await service.ask("GET", path, asOperator)).body).toEqual([]);
    });
  });
