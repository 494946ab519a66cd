import { rmSync } from "node:fs";
import { join } from "node:path";
import { runJson, script } from "../common/child.ts";
import { installed, type Kind, onDatabase } from "../common/databases.ts";
import { count, type Figure, figure, medianOf } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { roundsOr } from "../common/settings.ts";
import { duringImport } from "./during-import.ts";
import { importOverHttp } from "./over-http.ts";
import { type GeneratedName, generated, writeRows } from "./rows.ts";

/** CPU in µs, of the process and of PostgreSQL's server; memory in MiB. */
interface Measured {
  readonly seconds: number;
  readonly own: number;
  readonly server: number;
  readonly peak: number;
}

const targets = { sqlite: 50_000, postgres: 30_000 } as const;
const cpu = ({ own, server }: Measured): number => own + server;

/** One run on a new database: freed pages would be reused. */
function measureOnce(kind: Kind, what: "bare" | "import" | "copy", name: GeneratedName, file: string) {
  return onDatabase(kind, async (_, { options }) => {
    const command = script("import/import-child.ts", what, name, file, JSON.stringify(options));
    return (await runJson<Measured>(command)).result;
  });
}

/** The fastest runs of the import and of bare loops by turns, and the median of their ratios. */
async function measure(kind: Kind, name: GeneratedName, file: string): Promise<Figure[]> {
  const { rows } = generated[name];
  const { dialect } = kind;
  const runs: Record<"bare" | "import" | "copy", Measured[]> = { bare: [], import: [], copy: [] };
  for (let round = 0; round < roundsOr(1); round += 1) {
    runs.import.push(await measureOnce(kind, "import", name, file));
    // The rows of a published source are counted together: a bare loop would insert fewer.
    if ("source" in generated[name]) continue;
    runs.bare.push(await measureOnce(kind, "bare", name, ""));
    if (dialect === "postgres") runs.copy.push(await measureOnce(kind, "copy", name, `${file}.copy`));
  }
  const fastest = (what: keyof typeof runs) => runs[what].toSorted((a, b) => cpu(a) - cpu(b))[0]!;
  const rate = (title: string, what: keyof typeof runs, more = "") => {
    const { seconds, own, server } = fastest(what);
    const ofServer = server > 0 ? ` and ${(server / rows).toFixed(1)} µs of the server's` : "";
    const note = `${(own / rows).toFixed(1)} µs of CPU a record${ofServer}${more}`;
    return figure(`${title}, ${name}, ${dialect}`, rows / seconds, "records/s", note);
  };
  if ("source" in generated[name])
    return [
      rate("import", "import", `; target ≥ ${count(targets.sqlite)}`),
      figure(`peak memory, ${name}, ${dialect}`, fastest("import").peak, "MiB", "target ≤ 300"),
    ];
  const [other, whose] = dialect === "postgres" ? [runs.copy, "COPY's"] : [runs.bare, "the bare loop's"];
  const ratio = medianOf([...other.keys()], (at) => cpu(runs.import[at]!) / cpu(other[at]!)).toFixed(2);
  const target = name === "10 KB" ? "≤ 1.5 ×" : `≥ ${count(targets[dialect])}`;
  return [
    rate("bare loop", "bare"),
    ...(dialect === "postgres" ? [rate("COPY", "copy")] : []),
    rate("import", "import", `, ${ratio} × ${whose}; target ${target}`),
    figure(`peak memory, ${name}, ${dialect}`, fastest("import").peak, "MiB", "target ≤ 300"),
  ];
}

/**
 * Imports generated files: reading, verifying, staging, comparing and swapping. `BENCH_IMPORT` (`csv`, `ndjson`,
 * `10 KB`, `complaints`, `bulletins`, `beside`, `http`) chooses among the figures.
 */
export function benchImport(): Promise<Figure[]> {
  const only = process.env.BENCH_IMPORT;
  const chosen = (what: string) => (only ?? what) === what;
  return inFolder(async (folder) => {
    const figures: Figure[] = [];
    for (const name of Object.keys(generated) as GeneratedName[]) {
      const beside = name === "csv" && chosen("beside");
      if (!chosen(name) && !beside && (!chosen("http") || "source" in generated[name])) continue;
      const file = join(folder, `rows.${generated[name].format}`);
      writeRows(file, name);
      for (const kind of installed) {
        if (chosen(name)) figures.push(...(await measure(kind, name, file)));
        if (chosen("http") && !("source" in generated[name]))
          figures.push(...(await importOverHttp(kind, name, file)));
        if (beside) figures.push(...(await duringImport(kind, file)));
      }
      rmSync(file);
    }
    return figures;
  });
}
