import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { upgradeSchema } from "../src/vehicles/imports/staging/record-tables.ts";
import { type Kind, kinds } from "../test/database/databases.ts";
import type { Figure } from "./figure.ts";
import { besideLookups } from "./import-beside.ts";
import { importOverHttp } from "./import-over-http.ts";
import { type GeneratedName, generated, writeRows } from "./import-rows.ts";

interface Measured {
  readonly seconds: number;
  /** Of the process alone. */
  readonly cpuSeconds: number;
  /** Of PostgreSQL's server beside it. */
  readonly serverCpuSeconds: number;
  /** MiB. */
  readonly peak: number;
}

async function child(...args: readonly string[]): Promise<Measured> {
  const script = join(import.meta.dir, "import-child.ts");
  const run = Bun.spawn([process.execPath, script, ...args], { stderr: "inherit" });
  return JSON.parse(await new Response(run.stdout).text()) as Measured;
}

const targets = { sqlite: 50_000, postgres: 30_000 } as const;

const whole = ({ cpuSeconds, serverCpuSeconds }: Measured): number => cpuSeconds + serverCpuSeconds;

function perRecord(measured: Measured, rows: number): string {
  const micros = (seconds: number) => ((seconds / rows) * 1e6).toFixed(1);
  const { cpuSeconds, serverCpuSeconds } = measured;
  const server = serverCpuSeconds > 0 ? ` and ${micros(serverCpuSeconds)} µs of the server's` : "";
  return `${micros(cpuSeconds)} µs of CPU a record${server}`;
}

/** One run on a database of its own: pages that another has freed would be taken otherwise than new ones. */
async function freshRun(kind: Kind, what: "bare" | "import" | "copy", name: GeneratedName, file: string) {
  const fresh = await kind.fresh();
  try {
    await upgradeSchema(await fresh.open());
    return await child(what, name, file, JSON.stringify(fresh.options));
  } finally {
    await fresh.end();
  }
}

/** By turns: the machine's speed changes from one minute to the next. */
const turns = Number(process.env.VINGATE_BENCH_TURNS ?? 1);

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const fastest = (runs: readonly Measured[]): Measured => runs.toSorted((a, b) => whole(a) - whole(b))[0]!;

/** One file beside a bare loop. */
async function measure(kind: Kind, name: GeneratedName, file: string): Promise<Figure[]> {
  const { rows } = generated[name];
  const { dialect } = kind;
  const all: { bare: Measured; made: Measured; copied: Measured | undefined }[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const bare = await freshRun(kind, "bare", name, "");
    const made = await freshRun(kind, "import", name, file);
    const copied = dialect === "postgres" ? await freshRun(kind, "copy", name, `${file}.copy`) : undefined;
    all.push({ bare, made, copied });
  }
  const bare = fastest(all.map((one) => one.bare));
  const made = fastest(all.map((one) => one.made));
  const copied = dialect === "postgres" ? fastest(all.map((one) => one.copied!)) : undefined;
  const large = name === "10 KB";
  const ratio = median(all.map((one) => whole(one.made) / whole(one.copied ?? one.bare)));
  const times = `${ratio.toFixed(2)} × ${copied ? "COPY's" : "the bare loop's"}${large ? "; target ≤ 1.5 ×" : ""}`;
  const target = large ? "" : `; target ≥ ${targets[dialect].toLocaleString("en")}`;
  const rate = (what: string, measured: Measured, more = ""): Figure => ({
    name: `${what}, ${name}, ${dialect}`,
    value: rows / measured.seconds,
    unit: "records/s",
    note: perRecord(measured, rows) + more,
  });
  return [
    rate("bare loop", bare),
    ...(copied ? [rate("COPY", copied)] : []),
    rate("import", made, `, ${times}${target}`),
    { name: `peak memory, ${name}, ${dialect}`, value: made.peak, unit: "MiB", note: "target ≤ 300" },
  ];
}

/**
 * Importing from generated files: reading, verifying, staging, comparing and swapping, beside bare loops.
 * Of `VINGATE_BENCH_TURNS` runs it tells the fastest, and the median of their ratios. `VINGATE_BENCH_DATABASE` and
 * `VINGATE_BENCH_IMPORT` (`csv`, `ndjson`, `10 KB`, `beside`, `http`) choose among the figures.
 */
export async function benchImport(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-bench-"));
  // The server reads a file of it.
  chmodSync(folder, 0o755);
  const { VINGATE_BENCH_DATABASE: database, VINGATE_BENCH_IMPORT: only } = process.env;
  const asked = kinds.filter(({ missing, dialect }) => !missing && (database ?? dialect) === dialect);
  const figures: Figure[] = [];
  try {
    for (const name of Object.keys(generated) as GeneratedName[]) {
      const beside = name === "csv" && (only ?? "beside") === "beside";
      const alone = (only ?? name) === name;
      const sent = (only ?? "http") === "http";
      if (!alone && !beside && !sent) continue;
      const file = join(folder, `rows.${generated[name].format}`);
      writeRows(file, name);
      for (const kind of asked) {
        if (alone) figures.push(...(await measure(kind, name, file)));
        if (sent) figures.push(...(await importOverHttp(kind, name, file)));
        if (beside) figures.push(...(await besideLookups(kind, file)));
      }
      rmSync(file);
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
