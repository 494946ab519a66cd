import { setSystemTime } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blocksOf } from "../../../../test/documents/page.ts";
import { missingPython, python } from "../../../../test/sdk/python-tools.ts";
import type { Received } from "./receiver.ts";

/** A delivery that a sample of the guide is to check, at a moment. */
export interface SampleCase {
  readonly secret: string;
  readonly delivery: Pick<Received, "headers" | "body">;
  /** Milliseconds UTC. */
  readonly at: number;
}

const guide = readFileSync(join(import.meta.dir, "../../../../docs/guide/webhooks.md"), "utf8");

function sampleIn(language: string): string {
  const [code] = blocksOf(guide, language);
  if (code === undefined) throw new Error(`the guide has no sample in ${language}`);
  return code;
}

interface Sample {
  handle(request: Request): Promise<Response>;
}

/** Whether the guide's sample in TypeScript accepts each delivery. */
export async function acceptedInTypeScript(cases: readonly SampleCase[]): Promise<boolean[]> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-sample-"));
  const { log } = console;
  console.log = () => undefined;
  try {
    const client = join(import.meta.dir, "../../../../sdk/typescript/src/index.ts");
    const accepted: boolean[] = [];
    for (const [index, { secret, delivery, at }] of cases.entries()) {
      // The sample reads its secret when it is loaded.
      const file = join(folder, `sample-${index}.ts`);
      writeFileSync(file, sampleIn("ts").replace('"@vingate/client"', JSON.stringify(client)));
      process.env.WEBHOOK_SECRET = secret;
      const { handle }: Sample = await import(file);
      setSystemTime(at);
      const request = new Request("http://receiver.example/", { method: "POST", ...delivery });
      accepted.push(
        await handle(request).then(
          ({ status }) => status === 204,
          () => false,
        ),
      );
    }
    return accepted;
  } finally {
    setSystemTime();
    console.log = log;
    delete process.env.WEBHOOK_SECRET;
    rmSync(folder, { recursive: true });
  }
}

const runCases = `
import json, sys
for case in json.load(sys.stdin):
    time.time = lambda: case["at"] / 1000
    print(json.dumps(verify(case["secret"], case["delivery"]["headers"], case["delivery"]["body"].encode())))
`;

/** Whether the guide's sample in Python accepts each delivery; undefined without Python. */
export function acceptedInPython(cases: readonly SampleCase[]): boolean[] | undefined {
  if (missingPython() !== undefined) {
    console.warn(`skipped the guide's sample in Python: ${python} is missing`);
    return undefined;
  }
  const { stdout, stderr } = Bun.spawnSync([python, "-c", sampleIn("python") + runCases], {
    stdin: Buffer.from(JSON.stringify(cases)),
  });
  if (stderr.length > 0) throw new Error(stderr.toString());
  return stdout
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as boolean);
}
