// `bun test/database/releases/make.ts` makes the fixtures of the present version. A released version's never change.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "bun";
import program from "../../../package.json";
import { startPostgres } from "../../postgres.ts";
import { newFolder } from "../../service-process.ts";
import { type Installation, lookUp, operate, startInstallation } from "./installation.ts";

const target = join(import.meta.dir, program.version);

function run(command: string, ...words: string[]): Uint8Array {
  const { exitCode, stdout, stderr } = Bun.spawnSync([command, ...words]);
  if (exitCode !== 0) throw new Error(`${command}: ${stderr}`);
  return stdout;
}

/** Creates users, makes calls, and kills the service while the last ones are only in its journal. */
async function fill(folder: string, url: string | undefined): Promise<Installation> {
  const service = await startInstallation(folder, url);
  const put = (path: string, body: object) => operate(service.url, "PUT", path, body);
  await put("/products/plenty", { credits_granted: 1000 });
  await put("/products/plenty/apis/vin-decoder", {});
  await put("/users/ada", { email: "ada@example.com", first_name: "Ada", last_name: "Byron" });
  await put("/subscriptions/ada", { scope: "/products/plenty", owner_id: "ada", state: "active" });
  const keys = await operate<Omit<Installation, "calls" | "used">>(
    service.url,
    "POST",
    "/subscriptions/ada/listSecrets",
    {},
  );
  const statuses: number[] = [];
  const call = async () =>
    statuses.push(...(await lookUp(service.url, [keys.primary_key, keys.secondary_key])));
  await call();
  const report = () => operate<{ total: number }>(service.url, "GET", "/reports/byRequest");
  for (let waits = 0; (await report()).total < statuses.length; waits++) {
    if (waits === 100) throw new Error(`the calls are not in the log: ${statuses}`);
    await Bun.sleep(100);
  }
  for (let round = 0; round < 3; round++) await call();
  service.signal("SIGKILL");
  await service.exited;
  const served = statuses.filter((status) => status === 200).length;
  return { ...keys, calls: statuses.length, used: served };
}

/** Packs a data folder without files that the program creates again. */
function pack(folder: string, name: string): void {
  const made = ["vin.pack", "*.lock", "first-run.json"].map((file) => `--exclude=${file}`);
  const options = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", ...made];
  writeFileSync(
    join(target, name),
    gzipSync(new Uint8Array(run("tar", "-c", ...options, "-C", folder, "."))),
  );
}

rmSync(target, { recursive: true, force: true });
mkdirSync(target);
const lite = newFolder();
const made = await fill(lite.folder, undefined);
pack(lite.folder, "sqlite.tar.gz");
lite.remove();

const url = await (await startPostgres()).newDatabase();
const data = newFolder();
const installations = { sqlite: made, postgres: await fill(data.folder, url) };
pack(data.folder, "postgres.tar.gz");
data.remove();
const dump = run("pg_dump", "--inserts", "--no-owner", "--no-privileges", "--no-toast-compression", url);
// Commands of psql, which servers do not support.
const text = new TextDecoder().decode(dump).replace(/^\\.*\n/gm, "");
writeFileSync(join(target, "postgres.sql.gz"), gzipSync(text));
writeFileSync(join(target, "installation.json"), `${JSON.stringify(installations, null, 2)}\n`);
process.exit(0);
