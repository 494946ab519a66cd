import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filledPath, operationsOf } from "../../console/src/pages/reference/document.ts";
import { type SampleCall, samples } from "../../console/src/parts/samples.ts";
import { missingPython, python, run, sdkFolder } from "../sdk/python-tools.ts";

const client = join(import.meta.dir, "..", "..", "sdk", "typescript", "src", "index.ts");

/** The calls of lookups in the reference, with all their examples. */
export function sampleCalls(document: unknown): SampleCall[] {
  return (
    operationsOf(document as Parameters<typeof operationsOf>[0])
      // A batch of reports answers with lines.
      .filter(
        ({ id, lookup, tag }) => lookup && !/^Documentation$|watch/i.test(tag) && id !== "reportVehicles",
      )
      .map((operation) => {
        const { method, body, parameters } = operation;
        const shown = parameters.filter(({ name, example }) => example !== undefined && name !== "format");
        const values = Object.fromEntries(shown.map(({ name, example }) => [name, String(example)]));
        const query = shown
          .filter((one) => one.in === "query")
          .map(({ name }): [string, string] => [name, values[name]!]);
        const path = filledPath(operation.path, values);
        if (path === undefined) throw new Error(`${operation.id} has no example of its path`);
        return {
          path: query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path,
          method,
          operation,
          ...(body && { body: JSON.stringify(body.example), type: body.type }),
        };
      })
  );
}

const mark = "--- next ---";

/** The bodies that the samples' curl commands print. */
export async function runCurl(calls: readonly SampleCall[], key: string, url: string): Promise<unknown[]> {
  // NHTSA's form is XML, unless a caller prefers another one; the clients do.
  const more = '-sS -H "Accept: application/json"';
  const commands = calls.map((call) => `${samples(call, key, url).curl} ${more}\nprintf '\\n${mark}\\n'\n`);
  const { output } = await run(["sh", "-c", commands.join("")]);
  return output
    .split(`\n${mark}\n`)
    .slice(0, -1)
    .map((text) => JSON.parse(text));
}

/** What the samples in TypeScript print. */
export async function runTypescript(
  calls: readonly SampleCall[],
  key: string,
  url: string,
): Promise<unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-samples-"));
  const functions = calls.map((call) => {
    const [head = "", ...lines] = samples(call, key, url).TypeScript.split("\n");
    if (head !== 'import { Vingate } from "@vingate/client";') throw new Error(`another import: ${head}`);
    return `async () => { const printed: unknown[] = []; const console = { log: (value: unknown) => printed.push(value) };\n${lines.join("\n")}\nreturn printed; }`;
  });
  try {
    const file = join(folder, "samples.ts");
    const text = `import { Vingate } from "${client}";\nexport const all = [\n${functions.join(",\n")}];\n`;
    await Bun.write(file, text);
    const { all } = (await import(file)) as { all: (() => Promise<unknown[]>)[] };
    const printed: unknown[] = [];
    for (const one of all) printed.push(whole(await one()));
    return printed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const runner = `
import json, ssl, sys
# Each sample makes a client, which would take most of the time to read certificates.
ssl.SSLContext.load_verify_locations = lambda *args, **named: None
for text in json.load(sys.stdin):
    printed = []
    exec(text, {"print": printed.append})
    sys.stdout.write(json.dumps([vars(one) if hasattr(one, "index") else one for one in printed]) + "\\n")
`;

/** What the samples in Python print; undefined, with the reason on the console, without Python and httpx. */
export async function runPython(
  calls: readonly SampleCall[],
  key: string,
  url: string,
): Promise<unknown[] | undefined> {
  const missing = missingPython("httpx");
  if (missing !== undefined) {
    console.log(`(skip) the samples in Python: ${missing} is missing`);
    return undefined;
  }
  const child = Bun.spawn([python, "-c", runner], {
    env: { PYTHONPATH: join(sdkFolder, "src"), PYTHONDONTWRITEBYTECODE: "1" },
    stdin: new Response(JSON.stringify(calls.map((call) => samples(call, key, url).Python))),
    stdout: "pipe",
  });
  const lines = (await new Response(child.stdout).text()).trim().split("\n");
  return lines.map((line) => whole(JSON.parse(line)));
}

/** The only answer, or those of a batch without what the clients add. */
const whole = (printed: unknown[]): unknown =>
  printed.length === 1 ? printed[0] : printed.map((one) => (one as { data?: unknown }).data);
