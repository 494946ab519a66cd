import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { FirstRun } from "../../../src/management/system/first-run.ts";
import { vpicAddress } from "../../../src/vehicles/imports/vpic/vpic-dump.ts";
import { startProcess } from "../../service-process.ts";
import { temporaryFolder } from "./importing.ts";
import { startOfficialAddresses } from "./official-addresses.ts";
import { publishedFiles } from "./published-files.ts";

const home = join(import.meta.dir, "../../..");
const page = readFileSync(join(home, "docs/first-data.md"), "utf8");
// npx does not pass signals on to the service; a link in the path does the same as it.
const commands = /^```sh\n([\s\S]*?)^```$/m
  .exec(page)![1]!
  .trim()
  .split("\n")
  .map((line) => line.replace(/^npx /, ""));
const vin = "5J6RW2H59JL990075";

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what is tested here.
type Body = any;

test("the five commands of docs/first-data.md lead to real responses", async () => {
  using folder = temporaryFolder();
  const now = new Date();
  const files = await publishedFiles(folder.path, now);
  await using official = await startOfficialAddresses(folder.path, files);
  const programs = join(folder.path, "bin");
  mkdirSync(programs);
  symlinkSync(join(home, "bin/vingate.js"), join(programs, "vingate"));
  const data = join(folder.path, "data");
  const env = { ...official.env, PATH: `${programs}${delimiter}${process.env.PATH}`, VINGATE_DATA_DIR: data };
  expect(commands).toHaveLength(5);
  const [last = "", ...before] = [...commands].reverse();
  for (const command of before.reverse()) {
    const run = Bun.spawn(["sh", "-c", command], { env, stdio: ["ignore", "pipe", "pipe"] });
    const [output, errors] = await Promise.all([
      new Response(run.stdout).text(),
      new Response(run.stderr).text(),
    ]);
    expect([command, await run.exited, errors]).toEqual([command, 0, expect.any(String)]);
    if (command === "vingate datasets") expect(output).toMatch(/nhtsa-recalls[\s\S]*epa/);
  }
  expect(official.requested).toEqual([vpicAddress(now), ...files.keys()]);
  const service = await startProcess(data, { ...env, VINGATE_DEMO: "auto" }, "ready", {
    command: ["sh", "-c", `exec ${last}`],
  });
  try {
    const { demo_key: key } = JSON.parse(readFileSync(join(data, "first-run.json"), "utf8")) as FirstRun;
    const look = async (path: string) => {
      const got = await fetch(service.url + path, { headers: { "x-AuthKey": key! } });
      return {
        status: got.status,
        source: got.headers.get("x-data-source"),
        body: ((await got.json()) as { data: Body }).data,
      };
    };
    const decode = await look(`/vin-decoder/${vin}`);
    expect([decode.status, decode.source]).toEqual([200, expect.stringMatching(/^vpic 20\d\d-\d\d, epa /)]);
    expect([decode.body.basic.model, decode.body.drivetrain.drive_type]).toEqual([
      "CR-V",
      "AWD/All-Wheel Drive",
    ]);
    const recalls = await look(`/open-recall/${vin}`);
    expect([recalls.status, recalls.source]).toEqual([200, expect.stringMatching(/^nhtsa-recalls /)]);
    expect(
      recalls.body.recalls.map((one: Record<string, string>) => [
        one.nhtsa_campaign_number,
        one.recall_status,
      ]),
    ).toEqual([["20V314000", "unknown"]]);
    const trims = await look("/ymm-specs/options/v3/trim/2018/Honda/CR-V");
    const specs = await look(`/ymm-specs/v3/2018/Honda/CR-V/${encodeURIComponent(trims.body[0])}`);
    expect([specs.status, specs.source, specs.body.specs.drive.type]).toEqual([
      ...[200, expect.stringMatching(/^epa /), "All-Wheel Drive"],
    ]);
  } finally {
    service.signal("SIGTERM");
    await service.exited;
  }
}, 180_000);
