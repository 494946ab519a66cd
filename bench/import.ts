import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../src/database/migrate.ts";
import { migrations } from "../src/database/migrations/list.ts";
import { type Kind, kinds } from "../test/database/databases.ts";
import type { Figure } from "./figure.ts";
import { besideLookups } from "./import-beside.ts";
import { type GeneratedName, generated, writeRows } from "./import-rows.ts";

interface Measured {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** MiB. */
  readonly peak: number;
}

async function child(...args: readonly string[]): Promise<Measured> {
  const script = join(import.meta.dir, "import-child.ts");
  const run = Bun.spawn([process.execPath, script, ...args], { stderr: "inherit" });
  return JSON.parse(await new Response(run.stdout).text()) as Measured;
}

const targets = { sqlite: 50_000, postgres: 30_000 } as const;

function perRecord({ cpuSeconds }: Measured, rows: number): string {
  const rate = Math.round(rows / cpuSeconds).toLocaleString("en");
  return `by the clock; ${((cpuSeconds / rows) * 1e6).toFixed(1)} µs of CPU a record, ${rate}/s of one core`;
}

/** One file beside a bare loop on a database of its own. */
async function measure(kind: Kind, name: GeneratedName, file: string): Promise<Figure[]> {
  const fresh = await kind.fresh();
  const db = await fresh.open();
  await migrate(db, migrations);
  const options = JSON.stringify(fresh.options);
  const { rows } = generated[name];
  const { dialect } = kind;
  const bare = await child("bare", name, "", options);
  const made = await child("import", name, file, options);
  const copied = dialect === "postgres" ? await child("copy", name, `${file}.copy`, options) : undefined;
  await fresh.end();
  const large = name === "10 KB";
  const times = `${(made.cpuSeconds / bare.cpuSeconds).toFixed(2)} × the bare loop's${large ? "; target ≤ 1.5 ×" : ""}`;
  const target = large ? "" : `; target ≥ ${targets[dialect].toLocaleString("en")}`;
  return [
    {
      ...{ name: `bare loop, ${name}, ${dialect}`, value: rows / bare.seconds, unit: "records/s" },
      note: perRecord(bare, rows),
    },
    ...(copied
      ? [
          {
            name: `COPY, ${name}, ${dialect}`,
            value: rows / copied.seconds,
            unit: "records/s",
            note: "from a file that the server reads",
          },
        ]
      : []),
    {
      ...{ name: `import, ${name}, ${dialect}`, value: rows / made.seconds, unit: "records/s" },
      note: `${perRecord(made, rows)}, ${times}${target}`,
    },
    { name: `peak memory, ${name}, ${dialect}`, value: made.peak, unit: "MiB", note: "target ≤ 300" },
  ];
}

/** Importing from generated files: reading, verifying, staging, comparing and swapping, beside bare loops. */
export async function benchImport(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-bench-"));
  // The server reads a file of it.
  chmodSync(folder, 0o755);
  const asked = kinds.filter(
    ({ missing, dialect }) => !missing && (process.env.VINGATE_BENCH_DATABASE ?? dialect) === dialect,
  );
  const figures: Figure[] = [];
  try {
    for (const name of Object.keys(generated) as GeneratedName[]) {
      const file = join(folder, `rows.${generated[name].format}`);
      writeRows(file, name);
      for (const kind of asked) figures.push(...(await measure(kind, name, file)));
      if (name === "csv") for (const kind of asked) figures.push(...(await besideLookups(kind, file)));
      rmSync(file);
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
