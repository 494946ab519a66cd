import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { migrations } from "../database/migrations.ts";
import { commandLine } from "../program.ts";
import { newFolder, startProcess } from "../service-process.ts";

const { folder, remove } = newFolder();
afterAll(remove);

async function run(...words: string[]) {
  const child = Bun.spawn(commandLine(...words), {
    env: { PATH: process.env.PATH, VINGATE_DATA_DIR: folder, VINGATE_PORT: "0", VINGATE_LOG: "json" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

function change(statement: string): void {
  using database = new Database(join(folder, "vingate.db"));
  database.run(statement);
}

const doctorSays = async () => {
  const { out } = await run("doctor", "--quick", "--json");
  const { checks } = JSON.parse(out) as { checks: { name: string; state: string; found: string }[] };
  const found = checks.find(({ name }) => name === "database")!;
  return [found.state, found.found];
};

test("serve, doctor and backup say the same of data of another version", async () => {
  const service = await startProcess(folder, {}, "ready");
  service.signal("SIGTERM");
  await service.exited;
  const last = migrations.at(-1)!.id;
  const early = `${join(folder, "vingate.db")} is of an earlier version of Vingate: migrations up to ${last} are missing.`;
  change(`delete from migration where id = '${last}'`);
  expect(await doctorSays()).toEqual(["warning", expect.stringContaining(early)]);
  expect((await run("backup", join(folder, "b"))).err).toContain(early);
  for (const [statement, says] of [
    ["insert into migration values ('9999-later', 'x', 1)", "the database is newer than this program: "],
    [
      "update migration set id = '0000-other' where id like '0001-%'",
      "the database was made by an unreleased version of Vingate, or by another program: ",
    ],
  ] as const) {
    change(statement);
    const [state, found] = await doctorSays();
    expect([state, found]).toEqual(["fault", expect.stringContaining(says)]);
    for (const command of [["backup", join(folder, "b")], ["serve"], ["upgrade", "--check"]]) {
      const { code, err } = await run(...command);
      expect([command[0], code, err.includes(found!)]).toEqual([command[0], 1, true]);
    }
  }
}, 120_000);
