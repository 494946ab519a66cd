import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pieces } from "../../verify/src/files.ts";
import { verifyStatement } from "../../verify/src/index.ts";
import { makeStatement, type Options } from "./made-statement.ts";
import { type Files, filesOf, seeded } from "./model.ts";
import { changeAtRandom } from "./random-changes.ts";
import { tamperings } from "./tamperings.ts";

const count = 1000;
const program = join(import.meta.dir, "second_verifier.py");
const python = Bun.which("python3");
const missing =
  python === null ? "python3" : existsSync(program) ? undefined : "test/verify/second_verifier.py";
if (missing) console.warn(`skipped: there is no ${missing}`);
const folder = mkdtempSync(join(tmpdir(), "vingate-second-verifier-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const kinds: readonly Options[] = [
  {},
  { subscriptions: 2, seen: true },
  { provisional: true },
  { epoch: true },
  { unlimited: true, seen: true },
  { days: 1 },
];

/** The files of a case, and what was done to them. Two of four are changed, one of them at random. */
function makeCase(seed: number): { files: Files; what: string } {
  const random = seeded(seed);
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]!;
  const isChanged = seed % 2 === 1;
  const options = isChanged
    ? { subscriptions: 2, days: 3, callsPerDay: 8, seen: true }
    : { days: 3, callsPerDay: 4, ...kinds[(seed / 2) % kinds.length] };
  const made = makeStatement(seed, seed % 4 === 3 ? { ...options, ...pick(kinds) } : options);
  if (seed % 4 === 3) {
    changeAtRandom(made, pick);
    return { files: filesOf(made), what: "changed at random" };
  }
  const tampering = pick(tamperings);
  const changed = isChanged ? tampering.change(made, pick) : {};
  return {
    files: { ...filesOf(made), ...changed },
    what: isChanged ? tampering.name : JSON.stringify(options),
  };
}

test.skipIf(missing !== undefined)(
  "a second verifier has the same verdicts",
  async () => {
    const lines: string[] = [];
    const expected: string[] = [];
    for (let seed = 0; seed < count; seed++) {
      const { files, what } = makeCase(seed);
      const paths = Object.entries(files).map(([name, bytes]): [string, string | null] => {
        const path = join(folder, `${seed}.${name}`);
        if (name === "key" || bytes.length === 0) return [name, name === "key" ? `${bytes}`.trimEnd() : null];
        writeFileSync(path, bytes);
        return [name, path];
      });
      lines.push(`${JSON.stringify(Object.fromEntries(paths))}\n`);
      const { calls, ...others } = files;
      const { verdict } = await verifyStatement({ ...others, calls: pieces([calls]) });
      expected.push(`${seed}, ${what}: ${verdict}`);
    }
    const cases = join(folder, "cases");
    writeFileSync(cases, lines.join(""));
    const child = Bun.spawnSync([python!, program, cases], { stderr: "inherit" });
    const printed = child.stdout.toString().trimEnd().split("\n");
    const isFault = (line: string, index: number) =>
      expected[index] !== `${prefixOf(expected[index]!)}${verdictOf(line)}`;
    expect(printed).toHaveLength(count);
    expect(
      printed.flatMap((line, index) => (isFault(line, index) ? [`${expected[index]}, but ${line}`] : [])),
    ).toEqual([]);
    expect(new Set(expected.map((line) => line.split(": ").at(-1)))).toEqual(
      new Set(["holds", "fails", "provisional", "new_epoch"]),
    );
  },
  120_000,
);

const verdictOf = (line: string) => line.split(":")[0]!;
const prefixOf = (line: string) => line.slice(0, line.lastIndexOf(": ") + 2);
