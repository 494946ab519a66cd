import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newUser, type User } from "../../../../test/cli/client-program.ts";
import type { Account } from "../../../../test/harness.ts";
import { type SdkService, startSdkService } from "../../../../test/sdk/sdk-service.ts";
import { freePort } from "../../../../test/service-process.ts";
import { goodVin, unknownVin } from "../../../../test/subscribers.ts";

let sdk: SdkService;
let user: User;
let account: Account;
/** All output of commands, in which no key may be. */
const outputs: string[] = [];

beforeAll(async () => {
  [sdk, user] = [await startSdkService(), newUser()];
  account = await sdk.who.subscribe({
    rate_limit: { calls: 600, renewal_period_s: 60 },
    quota: { calls: 5000, renewal: "day" },
  });
  expect((await login(account)).code).toBe(0);
});

afterAll(async () => {
  user.remove();
  await sdk.end();
});

const login = ({ key }: Account, ...more: string[]) =>
  vingate(["login", sdk.relay.url, ...more], { input: `${key}\n` });

async function vingate(...[words, options]: Parameters<User["run"]>) {
  const ended = await user.run(words, options);
  outputs.push(ended.out, ended.err);
  return ended;
}

const decodeOf = async (vin: string) => (await sdk.who.decode(account, vin)).text;

test("login checks the key and keeps it for its user only", async () => {
  const { subscriptionId } = account;
  const text = `Logged in to ${sdk.relay.url}: subscription ${subscriptionId}, 15 credits left.\nThe key is kept in ${user.loginsFile}.\n`;
  expect(await login(account, "--service", "second")).toEqual({ code: 0, out: "", err: text });
  expect(statSync(user.loginsFile).mode & 0o777).toBe(0o600);
  const kept = { url: sdk.relay.url, key: account.key };
  expect(JSON.parse(readFileSync(user.loginsFile, "utf8"))).toEqual({
    services: { default: kept, second: kept },
  });
  chmodSync(user.loginsFile, 0o644);
  expect(await vingate(["login", "--list"])).toEqual({
    code: 0,
    out: `default  ${sdk.relay.url}\nsecond   ${sdk.relay.url}\n`,
    err: "",
  });
  expect(statSync(user.loginsFile).mode & 0o777).toBe(0o600);
  expect(await vingate(["logout", "--service", "second"])).toEqual({
    code: 0,
    out: "",
    err: `Logged out of ${sdk.relay.url}.\n`,
  });
  expect(await vingate(["logout", "--service", "second"])).toEqual({
    code: 1,
    out: "",
    err: 'vingate logout: there is no login "second"\n',
  });
});

test("a refused key is not kept", async () => {
  const before = readFileSync(user.loginsFile, "utf8");
  expect(await vingate(["login", sdk.relay.url], { input: "vgk_wrong" })).toEqual({
    code: 3,
    out: "",
    err: "vingate login: Invalid credential: Invalid API key: mistyped, expired or revoked.\nStore another key with: vingate login URL\n",
  });
  expect(await vingate(["login", sdk.relay.url], { input: " \n" })).toMatchObject({ code: 1 });
  expect(await vingate(["login", sdk.relay.url, account.key])).toEqual({
    code: 2,
    out: "",
    err: "vingate login: login takes one URL. The key is read from the terminal, standard input or --key-file\nvingate login --help shows more.\n",
  });
  expect(await vingate(["login", sdk.relay.url, `--key=${account.key}`])).toMatchObject({ code: 2, out: "" });
  expect(readFileSync(user.loginsFile, "utf8")).toBe(before);
});

test("with --json an error is one line of JSON", async () => {
  const { code, out, err } = await vingate(["lookup", "vin-decoder", unknownVin, "--json"]);
  expect([code, out]).toEqual([1, ""]);
  expect(JSON.parse(err)).toEqual({
    error: {
      code: "vehicle_not_found",
      message: expect.any(String),
      status: 404,
      request_id: expect.any(String),
      exit_code: 1,
    },
  });
  expect(await vingate(["usage", "--json", "--service", "none"])).toEqual({
    code: 3,
    out: "",
    err: `${JSON.stringify({
      error: {
        code: "refused",
        message:
          'There is no login "none". Logins: default (--service NAME).\nLog in with: vingate login URL --service none',
        exit_code: 3,
      },
    })}\n`,
  });
});

test("the terminal does not show the key", async () => {
  const other = newUser();
  const { code, shown } = await other.runOnTerminal(
    ["login", sdk.relay.url],
    [["Key: ", `${account.key}x\u007f\r`]],
  );
  outputs.push(shown);
  expect([code, shown]).toEqual([
    0,
    `Key: \nLogged in to ${sdk.relay.url}: subscription ${account.subscriptionId}, 15 credits left.\nThe key is kept in ${other.loginsFile}.\n`,
  ]);
  const ended = await other.runOnTerminal(["login", sdk.relay.url], [["Key: ", "vgk\u0003"]]);
  expect(ended).toEqual({ code: 130, shown: "Key: \n" });
  other.remove();
});

test("a lookup prints the service's answer", async () => {
  const body = await decodeOf(goodVin);
  expect(await vingate(["lookup", "vin-decoder", goodVin])).toEqual({ code: 0, out: `${body}\n`, err: "" });
  const explained = await vingate(["lookup", "vin-decoder", goodVin, "--year", "2003", "--explain"]);
  expect(Object.keys(JSON.parse(explained.out).data)).toContain("explanation");
});

test("a terminal gets a table, in colors unless NO_COLOR is set", async () => {
  const plain = await user.runOnTerminal(["lookup", "vin-decoder", goodVin], [], { NO_COLOR: "1" });
  expect([plain.code, plain.shown]).toEqual([
    0,
    readFileSync(join(import.meta.dir, "decode-table.txt"), "utf8").replace(
      "LEFT",
      String(15 - (await sdk.used(account))),
    ),
  ]);
  const colored = await user.runOnTerminal(["lookup", "vin-decoder", goodVin]);
  const codes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");
  expect(colored.shown).toMatch(codes);
  const credits = /[\d,]+ credits left/;
  expect(colored.shown.replaceAll(codes, "").replace(credits, "")).toBe(plain.shown.replace(credits, ""));
  const json = await user.runOnTerminal(["lookup", "vin-decoder", goodVin, "--json"]);
  expect(json.shown).toBe(`${await decodeOf(goodVin)}\n`);
});

test("each fault has an exit code and advice", async () => {
  const lookup = ["lookup", "vin-decoder", goodVin];
  expect(await vingate(["lookup", "vin-decoder", unknownVin])).toEqual({
    code: 1,
    out: "",
    err: "vingate lookup: Vehicle not found: Unknown manufacturer code 000.\nCheck the input. Each family's lists return the valid names. A retry returns the same until the data change.\n",
  });
  expect(await vingate(["lookup", "vin-decoder", "IOQ"])).toMatchObject({ code: 2, out: "" });
  expect(await vingate(["lookup", "vin-decodr", goodVin])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^vingate lookup: no family "vin-decodr"; did you mean "vin-decoder"\?/),
  });
  expect(await vingate(["lookup", "oem-parts", goodVin])).toEqual({
    code: 2,
    out: "",
    err: "vingate lookup: oem-parts takes YEAR MAKE MODEL TRIM CATEGORY SUBCATEGORY; quote a name that has spaces\nvingate lookup --help shows more.\n",
  });
  expect(await vingate(["lookup", "auction", goodVin, "--mileage", "1"])).toMatchObject({ code: 2 });
  expect(await vingate(["lookup", "auction", ""])).toEqual({
    code: 2,
    out: "",
    err: "vingate lookup: /auction/{vin} needs a value for vin.\n",
  });
  expect(await vingate([...lookup, "--service", "nowhere"])).toEqual({
    code: 3,
    out: "",
    err: 'vingate lookup: There is no login "nowhere". Logins: default (--service NAME).\nLog in with: vingate login URL --service nowhere\n',
  });
  const poor = await sdk.who.subscribe({});
  for (let call = 0; call < 15; call += 1) await sdk.who.decode(poor);
  expect(await vingate(lookup, { env: { VINGATE_KEY: poor.key } })).toEqual({
    code: 4,
    out: "",
    err: "vingate lookup: Credits exhausted: No credits left. Change plan or ask the operator.\nAsk the operator for credits, or subscribe to another plan. Retry only when GET / shows credits.\n",
  });
  const dead = { VINGATE_KEY: account.key, VINGATE_URL: `http://127.0.0.1:${freePort()}` };
  const unreachable = await vingate(["usage"], { env: dead });
  expect(unreachable).toMatchObject({ code: 5, out: "" });
  expect(unreachable.err).toMatch(
    /^vingate usage: The connection to the service failed: .+\nCheck the URL and the network, and try again\.\n$/,
  );
  // A kept key is not sent to another service.
  expect(await vingate(lookup, { env: { VINGATE_URL: dead.VINGATE_URL } })).toMatchObject({ code: 3 });
});

test("usage shows credits, limits and the calls of each API", async () => {
  const used = await sdk.used(account);
  const { items } = await sdk.operator.request("GET /reports/byApi", {
    params: { subscription_id: account.subscriptionId },
  });
  const apis = items.map(({ api_id: api, call_count_total: calls, credits }) => ({ api, calls, credits }));
  expect(apis.reduce((sum, { credits }) => sum + credits, 0)).toBe(used);
  const credits = { granted: 15, used, remaining: 15 - used, unlimited: false };
  const { code, out, err } = await vingate(["usage"]);
  expect([code, JSON.parse(out), err]).toEqual([
    0,
    {
      url: sdk.relay.url,
      subscription_id: account.subscriptionId,
      credits,
      limits: [
        { name: "rate", calls: 600, window_s: 60 },
        { name: "quota", calls: 5000, window_s: 86_400 },
      ],
      rate_left: expect.any(Number),
      quota_used_up: false,
      apis,
    },
    "",
  ]);
  const { shown } = await user.runOnTerminal(["usage"], [], { NO_COLOR: "1" });
  const [first, calls] = shown.split("Calls of 7 days\n");
  expect(calls!.split("\n").map((line) => line.trim().split(/ {2,}/))).toEqual([
    ["API", "Calls", "Credits"],
    ...apis.map(({ api, calls: made, credits: charged }) => [api, String(made), String(charged)]),
    [""],
  ]);
  expect(first!.replace(/\d+ left now/, "N left now")).toBe(
    `Service       ${sdk.relay.url}\nSubscription  ${account.subscriptionId}\nCredits       ${15 - used} left of 15, ${used} used\nRate limit    600 calls per minute, N left now\nQuota         5,000 calls per day\n`,
  );
});

test("the relay of tools uses the login", async () => {
  const input = '{"jsonrpc":"2.0","id":7,"method":"ping"}\n';
  const out = '{"jsonrpc":"2.0","id":7,"result":{}}\n';
  expect(await vingate(["mcp"], { input })).toEqual({ code: 0, out, err: "" });
});

test("no output and no log contains a key", () => {
  expect(outputs.length).toBeGreaterThan(20);
  expect([...outputs, ...sdk.service.logged].filter((text) => text.includes(account.key))).toEqual([]);
});

test("settings of callers do not stop other commands", async () => {
  const file = join(user.home, "vins.txt");
  writeFileSync(file, "");
  const env = {
    VINGATE_URL: "http://127.0.0.1",
    VINGATE_KEY: "vgk_x",
    VINGATE_TOKEN: "vgt_x",
    VINGATE_DATA_DIR: join(user.home, "none"),
  };
  expect(await vingate(["datasets"], { env })).toMatchObject({
    code: 1,
    err: expect.stringContaining("no database at"),
  });
  expect(existsSync(join(user.home, "none"))).toBe(false);
});
