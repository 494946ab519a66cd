import { describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { postgresMissing, startPostgres } from "../postgres.ts";
import { commandLine } from "../program.ts";
import { newFolder, type ServiceProcess, startProcess } from "../service-process.ts";

// `npm run rotation`: takes three minutes, most of them heartbeats.
const firstKey = `${"11".repeat(32)}\n`;
const vin = "1HGCM82633A004352";

/** Runs a command to its end, or kills it after some milliseconds. */
async function run(words: readonly string[], env: Record<string, string>, killMs?: number) {
  const child = Bun.spawn(commandLine(...words), {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const timer = killMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killMs);
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  await child.exited;
  clearTimeout(timer);
  return { code: child.exitCode, out, err };
}

interface Answer {
  readonly subscription: { readonly id: string };
  readonly keys: { readonly primary_key: string };
  readonly primary_key: string;
}

/** Customers who sign up and call at all nodes by turns until they are stopped, and what they received. */
function startCustomers(nodes: readonly ServiceProcess[], folder: string) {
  const { client_token, operator_token } = JSON.parse(readFileSync(join(folder, "first-run.json"), "utf8"));
  const made = new Map<string, string>();
  const failures: string[] = [];
  let turn = 0;
  let stopped = false;
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    turn += 1;
    const sent = { method, headers: { ...headers, "content-type": "application/json" } };
    const url = nodes[turn % nodes.length]!.url + path;
    const response = await fetch(url, { ...sent, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.status, body: (await response.json()) as Answer };
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const work = (async () => {
    while (!stopped) {
      const user = {
        email: `${crypto.randomUUID()}@example.com`,
        password: `long enough ${turn}`,
        first_name: "A",
        last_name: "B",
      };
      const signed = await ask("POST", "/auth/signup", bearer(client_token), user);
      if (signed.status !== 200) failures.push(`sign-up ${signed.status}`);
      else made.set(signed.body.subscription.id, signed.body.keys.primary_key);
      for (const key of [...made.values()].slice(-3)) {
        const called = await ask("GET", `/vin-decoder/${vin}`, { "x-authkey": key });
        if (called.status !== 200) failures.push(`lookup ${called.status} ${JSON.stringify(called.body)}`);
      }
    }
  })();
  return {
    made,
    failures,
    ask,
    operator: bearer(operator_token),
    async stop() {
      stopped = true;
      await work;
    },
  };
}

type Customers = ReturnType<typeof startCustomers>;

/** The customers whose keys are not shown as they were received. */
async function unreadable({ ask, operator, made }: Customers): Promise<string[]> {
  const wrong: string[] = [];
  for (const [id, key] of made) {
    const shown = await ask("POST", `/subscriptions/${id}/listSecrets`, operator);
    if (shown.body.primary_key !== key) wrong.push(`${id}: ${JSON.stringify(shown.body)}`);
  }
  return wrong;
}

test("the master key of a data folder rotates beside the service, which starts again with it", async () => {
  const { folder, remove } = newFolder();
  const env = { VINGATE_DATA_DIR: folder };
  let service = await startProcess(folder, {}, "ready");
  try {
    const before = readFileSync(join(folder, "master.key"), "utf8");
    const customers = startCustomers([service], folder);
    const rotated = await run(["rotate", "master-key"], env);
    await customers.stop();
    expect([rotated.code, rotated.out]).toEqual([0, ""]);
    expect(rotated.err).toContain("The previous master key is no longer needed.");
    const after = readFileSync(join(folder, "master.key"), "utf8");
    expect(after).not.toBe(before);
    expect(rotated.err).not.toContain(after.trim());
    expect(customers.failures).toEqual([]);
    expect(await unreadable(customers)).toEqual([]);
    expect(existsSync(join(folder, "master.key.next"))).toBe(false);
    service.signal("SIGTERM");
    await service.exited;
    writeFileSync(join(folder, "master.key"), before);
    const refused = await run(["serve"], { ...env, VINGATE_PORT: "0", VINGATE_DEMO: "off" });
    expect(refused.err + refused.out).toContain(
      "the master key is not the one this database was set up with",
    );
    writeFileSync(join(folder, "master.key"), after);
    service = await startProcess(folder, {}, "ready");
    const again = startCustomers([service], folder);
    await again.stop();
    expect(await unreadable({ ...again, made: customers.made })).toEqual([]);
  } finally {
    service.signal("SIGKILL");
    await service.exited;
    remove();
  }
}, 120_000);

describe.skipIf(postgresMissing() !== undefined)("two nodes with files of their own", () => {
  test("a killed rotation loses nothing and ends when it is repeated", async () => {
    const places = [newFolder(), newFolder()];
    const url = await (await startPostgres()).newDatabase();
    const nodes: ServiceProcess[] = [];
    const settings = places.map(({ folder }) => {
      writeFileSync(join(folder, "key"), firstKey, { mode: 0o600 });
      return {
        VINGATE_DATABASE_URL: url,
        VINGATE_MASTER_KEY_FILE: join(folder, "key"),
        VINGATE_DATA_DIR: folder,
      };
    });
    try {
      for (const [at, { folder }] of places.entries())
        nodes.push(await startProcess(folder, settings[at], "ready"));
      const customers = startCustomers(nodes, places[0]!.folder);
      const codes: (number | null)[] = [];
      for (const killMs of [900, 5000, 13_000, 21_000])
        codes.push((await run(["rotate", "master-key"], settings[0]!, killMs)).code);
      const most = await run(["rotate", "master-key"], settings[0]!);
      // The other machine still has the former key in its file.
      expect([codes.includes(null), most.code]).toEqual([true, 1]);
      expect(most.err).toContain("Still configured with the previous one:");
      // A node that starts in the middle does so with either key.
      await customers.stop();
      nodes[1]!.signal("SIGTERM");
      await nodes[1]!.exited;
      nodes[1] = await startProcess(places[1]!.folder, settings[1], "ready");
      const more = startCustomers(nodes, places[0]!.folder);
      copyFileSync(join(places[0]!.folder, "key"), join(places[1]!.folder, "key"));
      const last = await run(["rotate", "master-key"], settings[0]!);
      await more.stop();
      expect([last.code, last.err.includes("no longer needed")]).toEqual([0, true]);
      expect(await unreadable(customers)).toEqual([]);
      expect(await unreadable(more)).toEqual([]);
      expect([customers.failures, more.failures]).toEqual([[], []]);
      expect(readFileSync(join(places[1]!.folder, "key"), "utf8")).not.toBe(firstKey);
    } finally {
      for (const node of nodes) {
        node.signal("SIGKILL");
        await node.exited;
      }
      for (const { remove } of places) remove();
    }
  }, 240_000);
});
