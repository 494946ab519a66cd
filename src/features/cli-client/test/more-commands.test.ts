import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { webhooks } from "../../../../sdk/typescript/src/index.ts";
import { newUser, type User } from "../../../../test/cli/client-program.ts";
import { type Account, signUp } from "../../../../test/harness.ts";
import { type SdkService, startSdkService } from "../../../../test/sdk/sdk-service.ts";
import { goodVin } from "../../../../test/subscribers.ts";
import { until } from "../../../../test/until.ts";

let sdk: SdkService;
let user: User;
let account: Account;

beforeAll(async () => {
  [sdk, user] = [await startSdkService(), newUser()];
  account = await sdk.who.subscribe({});
  const login = await user.run(["login", sdk.relay.url], { input: `${account.key}\n` });
  expect(login.code).toBe(0);
});

afterAll(async () => {
  user.remove();
  await sdk.end();
});

test("coverage is the service's answer, and a table of lookups on a terminal", async () => {
  const { code, out } = await user.run(["coverage", goodVin]);
  const body = await sdk.client(account).getCoverage(goodVin);
  expect([code, JSON.parse(out)]).toEqual([0, body]);
  const { shown } = await user.runOnTerminal(["coverage", goodVin], [], { NO_COLOR: "1" });
  const [heading, ...rows] = shown.trimEnd().split("\n");
  const found = body.data.lookups.filter(({ outcome }) => /^(found|may_answer)$/.test(outcome));
  expect(heading).toMatch(/^Lookup +Answer +Credits +Source$/);
  expect(rows.slice(0, found.length).map((row) => row.split(" ")[0])).toEqual(
    found.map(({ operation }) => operation),
  );
  expect(rows.at(-1)).toBe(
    `${found.length} of ${body.data.lookups.length} lookups answer; ${body.data.lookups.length - found.length} others have none (--all)`,
  );
  expect(await user.run(["coverage"])).toMatchObject({ code: 2 });
});

test("a report has the calls and credits of the key", async () => {
  await sdk.who.decode(account, goodVin);
  await sdk.used(account);
  const { code, out } = await user.run(["report"]);
  const { items } = JSON.parse(out) as {
    items: { api_id: string; call_count_total: number; credits: number }[];
  };
  expect([code, items.map((item) => [item.api_id, item.call_count_total, item.credits])]).toEqual([
    0,
    [["vin-decoder", 1, 1]],
  ]);
  const { shown } = await user.runOnTerminal(["report", "--from", "2020-01-01"], [], { NO_COLOR: "1" });
  expect(shown).toMatch(/^API +Calls +Answered +Credits +Average ms\nvin-decoder +1 +1 +1 /);
  expect(shown).toMatch(/\n2020-01-01T00:00:00\S* to \S+Z, calls: 1, credits: 1\n$/);
  expect(await user.run(["report", "--from", "yesterday"])).toMatchObject({ code: 2, out: "" });
});

test("a report of a VIN is the service's answer, and tables on a terminal", async () => {
  const { key } = await sdk.who.subscribe({});
  const user = newUser();
  await user.run(["login", sdk.relay.url], { input: `${key}\n` });
  const price = await user.run(["report", goodVin, "--price", "--families", "vin-decoder,lien"]);
  const { parts, credits_max } = JSON.parse(price.out).data;
  expect([price.code, Object.keys(parts), credits_max]).toEqual([0, ["lien", "vin-decoder"], 1]);
  const { code, out } = await user.run(["report", goodVin, "--families", "vin-decoder,lien"]);
  const { data } = JSON.parse(out);
  expect([code, data.credits_charged, data.parts["vin-decoder"].data.basic.year]).toEqual([0, 1, 2003]);
  const { shown } = await user.runOnTerminal(["report", goodVin], [], { NO_COLOR: "1" });
  expect(shown).toMatch(
    /\nvin-decoder +yes +1 +vpic-packaged [-\d]+ +[-\d]+ *\n1 credit; 13 credits left\n$/,
  );
  const nothing = await user.run(["report", goodVin, "--families", "lien"]);
  expect([nothing.code, JSON.parse(nothing.out).data.parts.lien.error.code]).toEqual([
    1,
    "api_not_in_product",
  ]);
  expect(await user.run(["report", goodVin, "--from", "2026-10-01"])).toMatchObject({ code: 2 });
  expect(await user.run(["report", "--price"])).toMatchObject({ code: 2 });
  expect(await user.run(["report", goodVin, "--families", "oil"])).toMatchObject({ code: 2, out: "" });
  user.remove();
});

test("VINs are watched, listed and no longer watched", async () => {
  const user = newUser();
  const { key } = await signUp(sdk.service);
  await user.run(["login", sdk.relay.url], { input: `${key}\n` });
  const added = await user.run(["watch", goodVin, "--families", "lien,open-recall"]);
  expect([added.code, JSON.parse(added.out)]).toMatchObject([0, { added: 1, refused: 0, total: 1 }]);
  writeFileSync(join(user.home, "fleet.csv"), "vin\n5J6RW2H59JL990075\nnot-a-vin\n");
  const more = await user.run(["watch", "--file", "fleet.csv"]);
  expect([more.code, JSON.parse(more.out)]).toMatchObject([2, { added: 1, refused: 1, total: 2 }]);
  const listed = await user.run(["watch", "--list"]);
  const vins = listed.out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { vin: string; families: string[] });
  expect(vins.map(({ vin }) => vin)).toEqual([goodVin, "5J6RW2H59JL990075"]);
  expect(vins[0]!.families.toSorted()).toEqual(["lien", "open-recall"]);
  const removed = await user.run(["watch", goodVin, "--remove"]);
  expect([removed.code, JSON.parse(removed.out)]).toMatchObject([0, { removed: 1, total: 1 }]);
  expect(await user.run(["watch", goodVin, "--list"])).toMatchObject({ code: 2 });
  user.remove();
});

test("a visitor signs up and the key is kept", async () => {
  const visitor = newUser();
  const names = ["--email", "a@example.com", "--first-name", "Ada", "--last-name", "Byron"];
  const weak = await visitor.run(["signup", sdk.relay.url, ...names, "--json"], { input: "short\n" });
  expect([weak.code, JSON.parse(weak.err).error.code]).toEqual([2, "validation_error"]);
  const { code, err, out } = await visitor.run(["signup", sdk.relay.url, ...names], {
    input: "correct horse battery\n",
  });
  expect([code, out]).toEqual([0, ""]);
  expect(err).toMatch(
    /^Signed up at http:\S+: subscription \S+, 15 credits left\.\nThe key is kept in \S+\.\n$/,
  );
  const { services } = JSON.parse(readFileSync(visitor.loginsFile, "utf8"));
  expect(err).not.toContain(services.default.key);
  expect((await visitor.run(["usage"])).code).toBe(0);
  expect(await visitor.run(["signup", sdk.relay.url, ...names])).toMatchObject({
    code: 2,
    err: expect.stringContaining('there is a login "default" already'),
  });
  const typed = newUser();
  const asked = await typed.runOnTerminal(
    ["signup", sdk.relay.url],
    [
      ["Email: ", "b@example.com\r"],
      ["First name: ", "Bo\r"],
      ["Last name: ", "Li\r"],
      ["Password (at least 10 characters): ", "correct horse battery\r"],
    ],
  );
  expect([asked.code, asked.shown.includes("correct horse")]).toEqual([0, false]);
  visitor.remove();
  typed.remove();
});

test("events of a webhook reach an address of this machine, with its signature", async () => {
  const webhook = await sdk.operator.request("POST /webhooks", {
    body: { url: "https://hooks.test/", types: ["subscription.changed"] },
  });
  const got: { body: string; headers: Headers }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      got.push({ body: await request.text(), headers: request.headers });
      return new Response(null, { status: 204 });
    },
  });
  const target = `http://127.0.0.1:${server.port}/hooks`;
  const token = { VINGATE_TOKEN: sdk.service.firstRun.operator_token };
  const words = ["webhooks", "listen", "--forward-to", target];
  expect(await user.run(words)).toMatchObject({ code: 3, err: expect.stringContaining("VINGATE_TOKEN") });
  const child = user.start(words, token);
  const errors = child.stderr.getReader();
  const first = new TextDecoder().decode((await errors.read()).value);
  expect(first).toBe(`Events of https://hooks.test/ go to ${target}. Ctrl-C ends.\n`);
  await sdk.operator.request("POST /webhooks/{webhook_id}/test", { params: { webhook_id: webhook.id } });
  await until(() => got.length === 1, "an event");
  const event = await webhooks.verify(got[0]!.body, got[0]!.headers, webhook.secret);
  expect(event.type).toBe("webhook.test");
  child.kill("SIGINT");
  expect(await child.exited).toBe(130);
  const line = await new Response(child.stdout).text();
  expect(line).toMatch(new RegExp(`^\\S+Z  webhook\\.test  ${event.id}  204\\n$`));
  await server.stop(true);
});
