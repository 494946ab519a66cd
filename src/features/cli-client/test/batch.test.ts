import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newUser, type User } from "../../../../test/cli/client-program.ts";
import type { Account } from "../../../../test/harness.ts";
import { type SdkService, startSdkService } from "../../../../test/sdk/sdk-service.ts";
import { goodVin, unknownVin } from "../../../../test/subscribers.ts";
import { until } from "../../../../test/until.ts";

let sdk: SdkService;
let user: User;
let account: Account;

beforeAll(async () => {
  sdk = await startSdkService();
});

afterAll(async () => {
  await sdk.end();
});

beforeEach(async () => {
  user = newUser();
  account = await sdk.who.subscribe({});
  const { code } = await user.run(["login", sdk.relay.url], { input: account.key });
  expect(code).toBe(0);
});

afterEach(() => user.remove());

const grant = (credits: number) =>
  sdk.operator.request("POST /subscriptions/{id}/credits", {
    params: { id: account.subscriptionId },
    body: { change: credits },
  });

const write = (name: string, lines: readonly string[]): void =>
  writeFileSync(join(user.home, name), `${lines.join("\n")}\n`);

/** VINs that differ. */
const vins = (count: number) =>
  Array.from({ length: count }, (_, index) => `1HGCM82633A${String(index).padStart(6, "0")}`);

const unknown = { status: 404, code: "vehicle_not_found", detail: "Unknown manufacturer code 000." };
const summary = (text: string) => expect.stringMatching(new RegExp(`^${text} in \\d+\\.\\d s\\n$`));

test("a list becomes lines, an array, a table of columns or text", async () => {
  write("vins.txt", [goodVin, "", unknownVin]);
  const { data } = JSON.parse((await sdk.who.decode(account)).text);
  const lines = [
    { vin: goodVin, status: "success", data },
    { vin: unknownVin, status: "error", error: unknown },
  ];
  const err = summary("2 VINs, 1 without data");
  const ndjson = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  expect(await user.run(["batch", "vins.txt"])).toEqual({ code: 1, out: ndjson, err });
  expect(await user.run(["batch"], { input: `${goodVin}\n${unknownVin}` })).toEqual({
    code: 1,
    out: ndjson,
    err,
  });
  const json = await user.run(["batch", "vins.txt", "--format", "json"]);
  expect([json.code, JSON.parse(json.out)]).toEqual([1, lines]);
  expect(await user.run(["batch", "vins.txt", "--columns", "make,year", "-o", "out.csv"])).toEqual({
    code: 1,
    out: "",
    err,
  });
  expect(readFileSync(join(user.home, "out.csv"), "utf8")).toBe(
    `vin,make,year,error\n${goodVin},HONDA,2003,\n${unknownVin},,,${unknown.detail}\n`,
  );
  const terminal = await user.runOnTerminal(["batch", "vins.txt"], [], { NO_COLOR: "1" });
  expect(terminal).toEqual({
    code: 1,
    shown: expect.stringMatching(
      new RegExp(
        `^${goodVin}  2003 HONDA Accord EX-V6\n${unknownVin}  ${unknown.detail}\n2 VINs, 1 without data in`,
      ),
    ),
  });
  // The same VINs again are one charge, in any form.
  expect(await sdk.used(account)).toBe(2);
  expect(await user.run(["batch", "vins.txt", "--again", "--quiet"])).toEqual({
    code: 1,
    out: ndjson,
    err: "",
  });
  expect(await sdk.used(account)).toBe(3);
});

test("a table's column and model years are read", async () => {
  write("fleet.csv", ["no;Chassis no;Model year", `1;${goodVin};2003`, "2;;2003"]);
  const words = ["batch", "fleet.csv", "--columns", "model"];
  expect(await user.run([...words, "--vin-column", "chassis no"])).toMatchObject({
    code: 0,
    out: `vin,model,error\n${goodVin},Accord,\n`,
  });
  expect(await user.run([...words, "--vin-column", "vin"])).toEqual({
    code: 2,
    out: "",
    err: 'vingate batch: line 1: the header has no column "vin"; it has no, Chassis no, Model year\nvingate batch --help shows more.\n',
  });
  const faults = { "absent.csv": "there is no file absent.csv", ".": ". is a folder" };
  for (const [file, fault] of Object.entries(faults))
    expect(await user.run(["batch", file])).toEqual({
      code: 1,
      out: "",
      err: `vingate batch: ${fault}\n`,
    });
});

test("a batch that is killed and interrupted is charged once", async () => {
  await grant(20_000);
  const list = vins(9000);
  write("vins.txt", list);
  const words = ["batch", "vins.txt", "-o", "out.ndjson"];
  const partial = () => {
    const name = readdirSync(user.home).find((one) => one.endsWith(".part"));
    return name === undefined ? 0 : statSync(join(user.home, name)).size;
  };
  const killed = user.start(words);
  await until(() => partial() > 0, "the first part is written");
  sdk.relay.silence(true);
  killed.kill("SIGKILL");
  await killed.exited;
  const kept = partial();
  sdk.relay.silence(false);
  const interrupted = user.start(words);
  await until(() => partial() > kept, "the next part is written");
  interrupted.kill("SIGINT");
  expect(await interrupted.exited).toBe(130);
  expect(await new Response(interrupted.stderr).text()).toMatch(
    /^Continuing after [\d,]+ VINs of an earlier run\.\nvingate batch: interrupted\n\d,\d{3} VINs are answered, in out\.ndjson\.[0-9a-f]{12}\.part\.\nRun the same command again to go on\. For 24 hours, answered VINs are not charged again\.\n$/,
  );
  expect(existsSync(join(user.home, "out.ndjson"))).toBe(false);
  expect(await user.run(words)).toMatchObject({ code: 0, out: "" });
  const written = readFileSync(join(user.home, "out.ndjson"), "utf8").trimEnd().split("\n");
  expect(written.map((line) => JSON.parse(line).data.intro.vin)).toEqual(list);
  expect(partial()).toBe(0);
  expect(await sdk.used(account)).toBe(list.length);
});

test("a batch without credits goes on when there are more", async () => {
  const list = vins(20);
  write("vins.txt", list);
  const words = ["batch", "vins.txt", "-o", "out.json"];
  const refused = await user.run(words);
  expect(refused).toEqual({
    code: 4,
    out: "",
    err: expect.stringMatching(
      /^vingate batch: Credits exhausted: No credits left\. .*\nAsk the operator .*\n15 VINs are answered, in out\.json\.[0-9a-f]{12}\.part\.\nRun the same/,
    ),
  });
  await grant(5);
  expect(await user.run(words)).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^Continuing after 15 VINs/),
  });
  const written = JSON.parse(readFileSync(join(user.home, "out.json"), "utf8"));
  expect(written.map((one: { vin: string }) => one.vin)).toEqual(list);
  expect(await sdk.used(account)).toBe(20);
});
