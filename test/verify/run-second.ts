import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = join(import.meta.dir, "second_verifier.py");
const python = Bun.which("python3");

/** Why the second verifier cannot run here; undefined if it can. */
export const secondMissing = python === null ? "python3 is not installed" : undefined;

/** The files of a statement as they were given out. */
export interface GivenOut {
  readonly statement: Uint8Array | string;
  readonly calls?: Uint8Array | undefined;
  readonly receipts?: string | undefined;
  readonly seen?: string | undefined;
}

/** What the second verifier prints of each statement: its verdict, or why it fails. */
export function runSecond(all: readonly GivenOut[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "vingate-second-"));
  try {
    const lines = all.map((one, index) => {
      const paths = Object.entries(one).flatMap(([name, content]) => {
        if (!content?.length) return [];
        const path = join(folder, `${index}.${name}`);
        writeFileSync(path, content);
        return [[name, path]];
      });
      return `${JSON.stringify(Object.fromEntries(paths))}\n`;
    });
    writeFileSync(join(folder, "cases"), lines.join(""));
    const child = Bun.spawnSync([python!, program, join(folder, "cases")], { stderr: "inherit" });
    return child.stdout.toString().trimEnd().split("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
