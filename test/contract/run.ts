import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder, startProcess } from "../service-process.ts";
import { until } from "../until.ts";
import { examplesOf } from "./example-calls.ts";

// `npm run contract [-- tool…]`: six tools of other makers read the OpenAPI document and call the service by it. Installs them
// into node_modules/.contract. Exits with 1 if one of them finds something that `tolerated` does not list.
const tools = {
  "@redocly/cli": "2.77.0",
  "@stoplight/spectral-cli": "6.16.3",
  "@stoplight/prism-cli": "5.14.2",
  "@apideck/portman": "1.33.0",
  specmatic: "2.55.1",
  orval: "8.38.0",
};

/** What cannot be clean, with the reason. */
const tolerated = [
  "Redocly and Spectral: paths with a final slash. The specification has `/users/`; both forms are answered.",
  "Specmatic reads the document and its examples. Its generated calls are not made: they change accounts.",
  "Portman's validator does not know the format idn-email, which its copy of the document calls email.",
  "Portman and Prism call the operations of GET: others change what the next call needs.",
  "Prism passes on its caller's Accept-Encoding but cannot read zstd, so its calls accept gzip alone.",
];

const home = join(import.meta.dir, "..", "..");
const folder = join(home, "node_modules", ".contract");
mkdirSync(folder, { recursive: true });
const write = (name: string, content: unknown) =>
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));

async function run(...command: string[]): Promise<{ ok: boolean; output: string }> {
  const child = Bun.spawn(command, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, CI: "1" },
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { ok: (await child.exited) === 0, output: out + err };
}

const bin = (name: string) => join(folder, "node_modules", ".bin", name);
const chosen = process.argv.slice(2);
let failed = 0;
async function check(tool: string, find: () => Promise<readonly string[]>, what = ""): Promise<void> {
  if (chosen.length > 0 && !chosen.includes(tool)) return;
  const faults = await find();
  console.log(`${faults.length === 0 ? "ok" : "FAILED"} ${tool}${what}`);
  for (const fault of faults.slice(0, 50)) console.log(`  ${fault}`);
  failed += faults.length === 0 ? 0 : 1;
}

write("package.json", { private: true, dependencies: tools });
const installed = await run("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund");
if (!installed.ok) throw new Error(`the tools cannot be installed:\n${installed.output}`);

const { folder: data, remove } = newFolder();
const service = await startProcess(data, { VINGATE_DEMO: "on" }, "ready");
try {
  const credentials = JSON.parse(readFileSync(join(data, "first-run.json"), "utf8")) as Record<
    string,
    string
  >;
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Record<string, unknown>;
  write("openapi.json", document);
  write("redocly.yaml", "extends: [recommended]\nrules:\n  no-path-trailing-slash: off\n");
  write("spectral.yaml", "extends: ['spectral:oas']\nrules:\n  path-keys-no-trailing-slash: off\n");
  await check("Redocly", async () => {
    const { ok, output } = await run(bin("redocly"), "lint", "openapi.json", "--config", "redocly.yaml");
    return ok ? [] : output.split("\n");
  });
  await check("Spectral", async () => {
    const options = ["--ruleset", "spectral.yaml", "--fail-severity", "warn"];
    const { ok, output } = await run(bin("spectral"), "lint", "openapi.json", ...options);
    return ok ? [] : output.split("\n");
  });
  await check("Specmatic", async () => {
    const { output } = await run(bin("specmatic"), "examples", "validate", "--spec-file=openapi.json");
    return output.split("\n").filter((line) => /Exception/.test(line));
  });
  await check("orval", orvalFaults, ", its client compiled");
  const called = `, ${examplesOf(document, credentials).length} operations called`;
  await check("Prism", () => prismFaults(document, credentials), called);
  await check("Portman", () => portmanFaults(document, credentials), called);
  for (const line of tolerated) console.log(`tolerated: ${line}`);
} finally {
  service.signal("SIGTERM");
  await service.exited;
  remove();
}
process.exit(failed === 0 ? 0 : 1);

/** A generated client, and the compiler's errors for it. */
async function orvalFaults(): Promise<string[]> {
  write(
    "orval.config.mjs",
    `export default { vingate: { input: "openapi.json", output: "orval/client.ts" } };`,
  );
  const made = await run(bin("orval"), "--config", "orval.config.mjs");
  if (!made.ok) return made.output.split("\n");
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "preserve"];
  const tsc = join(home, "node_modules", ".bin", "tsc");
  const compiled = await run(tsc, "--ignoreConfig", ...options, "--lib", "es2022,dom", "orval/client.ts");
  return compiled.ok ? [] : compiled.output.split("\n");
}

/** Every example of GET, sent through Prism, which compares call and answer with the document. */
async function prismFaults(
  document: Record<string, unknown>,
  credentials: Record<string, string>,
): Promise<string[]> {
  const port = service.port + 1;
  const prism = Bun.spawn([bin("prism"), "proxy", "openapi.json", service.url, "-p", String(port)], {
    cwd: folder,
    stdio: ["ignore", "ignore", "ignore"],
  });
  const at = `http://127.0.0.1:${port}`;
  try {
    await until(
      () =>
        fetch(`${at}/livez`).then(
          () => true,
          () => false,
        ),
      "Prism listens",
    );
    const faults: string[] = [];
    for (const { id, path, headers } of examplesOf(document, credentials)) {
      const answer = await fetch(at + path, { headers: { ...headers, "accept-encoding": "gzip" } });
      await answer.arrayBuffer();
      if (answer.status !== 200) faults.push(`${id}: ${path} returned ${answer.status}`);
      const violations = answer.headers.get("sl-violations");
      if (violations !== null) faults.push(`${id}: ${violations}`);
    }
    return faults;
  } finally {
    prism.kill();
    await prism.exited;
  }
}

/** Portman's contract tests of GET: status, media type and schema. */
async function portmanFaults(
  document: Record<string, unknown>,
  credentials: Record<string, string>,
): Promise<string[]> {
  const { operator_token, demo_key } = credentials;
  const called = new Set(examplesOf(document, credentials).map(({ template }) => template));
  const paths = Object.entries(document.paths as Record<string, { get?: object }>)
    .filter(([template]) => called.has(template))
    .map(([template, { get }]) => [template, { get: { ...get, security: [] } }]);
  // Credentials come from the script below: Portman's own would replace them.
  const text = JSON.stringify({ ...document, security: [], paths: Object.fromEntries(paths) });
  write("called.json", text.replaceAll('"idn-email"', '"email"'));
  const checks = Object.fromEntries(
    ["statusSuccess", "contentType", "jsonBody", "schemaValidation"].map((check) => [
      check,
      { enabled: true },
    ]),
  );
  write("portman.json", {
    version: 1,
    globals: {
      collectionPreRequestScripts: [
        `pm.request.headers.upsert({ key: "Authorization", value: "Bearer ${operator_token}" });`,
        `pm.request.headers.upsert({ key: "x-AuthKey", value: "${demo_key}" });`,
        `pm.request.headers.upsert({ key: "api-key", value: "${demo_key}" });`,
      ],
    },
    tests: { contractTests: [{ openApiOperation: "GET::/*", ...checks }] },
  });
  const made = await run(
    bin("portman"),
    "-l",
    "called.json",
    "-b",
    service.url,
    "-c",
    "portman.json",
    "-o",
    "collection.json",
    "-n",
    "true",
    "--newmanRunOptions",
    '{"bail":false}',
  );
  return made.ok ? [] : made.output.split("\n").slice(-40);
}
