import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { type Asker, asker, signedIn } from "../callers.ts";
import { embedded, signUp, startService, type TestService } from "../harness.ts";

let service: TestService;
let operator: Asker;
beforeAll(async () => {
  service = await startService(embedded[0]);
  operator = asker(service, { ...service.operatorHeaders, "accept-language": "es" });
});
afterAll(() => service.end());

const names = { first_name: "Lena", last_name: "Novák" };
const languageOf = async (id: string) =>
  ((await operator("GET", `/users/${id}`)).body as { language: string }).language;

test("nothing but a sign-up reads Accept-Language", () => {
  const root = join(import.meta.dir, "../../src");
  const found = [...new Glob("**/*.ts").scanSync(root)].filter(
    (path) =>
      !/\.test\.ts$|\/test\//.test(path) && /accept-language/i.test(readFileSync(join(root, path), "utf8")),
  );
  expect(found.sort()).toEqual([
    "base/format/languages.ts",
    // Answers of registered APIs can follow from it.
    "features/gateway/answer-cache.ts",
    "management/users/accounts.ts",
  ]);
});

test("whom an operator creates has English, or what the operator states", async () => {
  const created = async (method: string, path: string, more: object) => {
    const got = await operator(method, path, {
      email: `${crypto.randomUUID()}@example.com`,
      ...names,
      ...more,
    });
    const body = got.body as { language?: string; user?: { language: string } };
    return [got.status, body.user?.language ?? body.language];
  };
  expect(await created("POST", "/users/signup", {})).toEqual([200, "en"]);
  expect(await created("POST", "/users/signup", { language: "de" })).toEqual([200, "de"]);
  expect(await created("POST", "/users/made", {})).toEqual([200, "en"]);
  expect(await created("POST", "/users/stated", { language: "de" })).toEqual([200, "de"]);
  // What is omitted stays.
  expect(await created("PUT", "/users/stated", {})).toEqual([200, "de"]);
  expect(await created("PUT", "/users/stated", { language: "es" })).toEqual([200, "es"]);
  expect((await created("POST", "/users/other", { language: "cs" }))[0]).toBe(422);
});

test("users change their language, and an organization begins with that of its founder", async () => {
  const account = await signUp(service);
  const own = asker(service, await signedIn(service, account));
  expect(await languageOf(account.userId)).toBe("en");
  const changed = await own("PATCH", `/users/${account.userId}`, { language: "de" });
  expect([changed.status, (changed.body as { language: string }).language]).toEqual([200, "de"]);
  expect((await own("PATCH", `/users/${account.userId}`, { language: "" })).status).toBe(422);
  // It is a member of its own, and no attribute.
  expect((await operator("GET", `/users/${account.userId}`)).body).toMatchObject({
    language: "de",
    attributes: {},
  });
  const { id } = (await own("POST", "/organizations", { name: "Acme Fleet" })).body as { id: string };
  expect(await languageOf(id)).toBe("de");
});
