import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Vingate } from "../../sdk/typescript/src/index.ts";
import { newUser, type User } from "../cli/client-program.ts";
import { type Fault, type MixedProxy, mixedProxy } from "./mixed-proxy.ts";
import { missingPython, python, run } from "./python-tools.ts";
import { type SdkService, startSdkService } from "./sdk-service.ts";

let sdk: SdkService;
let user: User;

beforeAll(async () => {
  sdk = await startSdkService();
  user = newUser();
});
afterAll(async () => {
  user.remove();
  await sdk.end();
});

const vinOf = (index: number) => `1HGCM82633A${String(index).padStart(6, "0")}`;

/** How a program calls the service: the VINs of the answers, and whether it failed. */
interface Program {
  readonly name: string;
  readonly skipped?: string | undefined;
  lookup(caller: Caller, vin: string): Promise<Outcome>;
  batch(caller: Caller, vins: readonly string[]): Promise<Outcome>;
}

interface Caller {
  readonly key: string;
  readonly url: string;
}

interface Outcome {
  readonly vins: readonly string[];
  readonly failed: string;
}

const partSize = 50;

const typescript: Program = {
  name: "TypeScript",
  async lookup(caller, vin) {
    try {
      const { data } = await new Vingate(caller).decodeVin(vin);
      return { vins: [data.intro.vin], failed: "" };
    } catch (error) {
      return { vins: [], failed: (error as Error).message };
    }
  },
  async batch(caller, all) {
    const vins: string[] = [];
    try {
      for await (const one of new Vingate(caller).decodeVins(all, { partSize }))
        if (one.status === "success") vins.push(one.data.intro.vin);
      return { vins, failed: "" };
    } catch (error) {
      return { vins, failed: (error as Error).message };
    }
  },
};

const missing = missingPython("httpx");
const script = `
import json, sys
from vingate import Vingate, VingateError
kind, *rest = sys.argv[1:]
found, failed = [], ""
try:
    with Vingate() as client:
        if kind == "lookup":
            found.append(client.decode_vin(rest[0])["data"]["intro"]["vin"])
        else:
            for one in client.decode_vins(rest, part_size=${partSize}):
                if one.data:
                    found.append(one.data["intro"]["vin"])
except VingateError as error:
    failed = str(error)
print(json.dumps({"vins": found, "failed": failed}))
`;
async function pythonRuns({ key, url }: Caller, ...words: string[]): Promise<Outcome> {
  const env = { VINGATE_KEY: key, VINGATE_URL: url, PYTHONPATH: "src" };
  const { output } = await run([python, "-c", script, ...words], env);
  return JSON.parse(output) as Outcome;
}
const ofPython: Program = {
  name: "Python",
  skipped: missing && `the Python client needs ${missing}; npm run test:install installs it`,
  lookup: (caller, vin) => pythonRuns(caller, "lookup", vin),
  batch: (caller, vins) => pythonRuns(caller, "batch", ...vins),
};

const commandLine: Program = {
  name: "the command line",
  async lookup({ key, url }, vin) {
    const env = { VINGATE_KEY: key, VINGATE_URL: url };
    const { code, out, err } = await user.run(["lookup", "vin-decoder", vin, "--json"], { env });
    const answer = code === 0 ? (JSON.parse(out) as { data: { intro: { vin: string } } }) : undefined;
    return { vins: answer ? [answer.data.intro.vin] : [], failed: err };
  },
  async batch({ key, url }, vins) {
    const env = { VINGATE_KEY: key, VINGATE_URL: url };
    const input = vins.join("\n");
    const { out, err } = await user.run(["batch", "--json", "--quiet"], { env, input });
    const lines = out.split("\n").filter((line) => line !== "");
    const found = lines.map((line) => JSON.parse(line) as { data?: { intro: { vin: string } } });
    return { vins: found.flatMap(({ data }) => data?.intro.vin ?? []), failed: err };
  },
};

const programs = [typescript, ofPython, commandLine];
for (const { name, skipped } of programs) if (skipped) console.log(`skipped: ${name}: ${skipped}`);

interface Tried extends Outcome {
  readonly met: readonly Fault[];
  readonly used: number;
}

/** What a program came to behind a proxy with such a plan, and the credits that it spent. */
async function tryWith(plan: readonly Fault[], work: (caller: Caller) => Promise<Outcome>): Promise<Tried> {
  const proxy: MixedProxy = await mixedProxy(sdk.relay.url);
  const account = await sdk.who.subscribe({});
  const body = { set: 1_000_000 };
  await sdk.operator.request("POST /subscriptions/{id}/credits", {
    params: { id: account.subscriptionId },
    body,
  });
  proxy.plan = [...plan];
  try {
    const outcome = await work({ key: account.key, url: proxy.url });
    return { ...outcome, met: [...proxy.met], used: await sdk.used(account) };
  } finally {
    proxy.close();
  }
}

for (const program of programs)
  describe.skipIf(program.skipped !== undefined)(program.name, () => {
    test("a batch passes over every answer that the table repeats, charged once", async () => {
      // The command sends 2,000 VINs at a time.
      const vins = Array.from({ length: 4_200 }, (_, index) => vinOf(index));
      const plan: Fault[] = [502, 503, 504, "cut", "pass", "late 502", 500, "late 504", "pass", "cut", 502];
      const { vins: found, failed, met, used } = await tryWith(plan, (caller) => program.batch(caller, vins));
      expect({ failed, met: met.slice(0, plan.length), used }).toEqual({
        failed: "",
        met: plan,
        used: 4_200,
      });
      expect(found).toEqual(vins);
    }, 120_000);

    test("a second 500 ends a batch", async () => {
      const { failed, met, used } = await tryWith([500, 500], (caller) => program.batch(caller, [vinOf(0)]));
      expect([failed === "", met, used]).toEqual([false, [500, 500], 0]);
    }, 120_000);

    test("a lookup is repeated as the same call, and not after 500", async () => {
      const plans: readonly (readonly Fault[])[] = [
        [502],
        [503],
        ["late 502"],
        ["late 504"],
        ["cut"],
        [503, "late 504"],
      ];
      const tried = await Promise.all([
        ...plans.map((plan) => tryWith(plan, (caller) => program.lookup(caller, vinOf(1)))),
        tryWith([500], (caller) => program.lookup(caller, vinOf(1))),
      ]);
      const refused = tried.pop()!;
      expect(tried.map(({ vins, failed, used }) => ({ vins, failed, used }))).toEqual(
        plans.map(() => ({ vins: [vinOf(1)], failed: "", used: 1 })),
      );
      expect(tried.map(({ met }, index) => met.slice(0, plans[index]!.length))).toEqual(
        plans.map((plan) => [...plan]),
      );
      expect([refused.vins, refused.met, refused.used]).toEqual([[], [500], 0]);
    }, 120_000);
  });

test("the command that gives up states what was answered", async () => {
  const { failed, met } = await tryWith([502, 502, 502, 502, 502], (caller) =>
    commandLine.lookup(caller, vinOf(2)),
  );
  expect([met, failed]).toEqual([
    [502, 502, 502, 502, 502],
    `{"error":{"code":"unreadable","message":"The answer was lost. The call may have been charged.\\nUnreadable: The answer is 502.\\nA server between you and the service answered this, such as a load balancer. Run the command again later.","status":502,"exit_code":5}}\n`,
  ]);
}, 120_000);
