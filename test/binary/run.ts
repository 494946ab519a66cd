import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { spawnProcess } from "../service-process.ts";

// `npm run check:binary [-- FILE]`: uses dist/vingate, or the file, in empty folders, without Node and without a network
// if this user may create one. Prints what failed, sizes and times, and the counts of its checks.
const home = join(import.meta.dir, "..", "..");
const words = process.argv.slice(2);
const isolated = words.includes("--isolated");
const [built = join(home, "dist", "vingate")] = words.filter((word) => !word.startsWith("--"));
const apart = ["unshare", "--net", "--map-root-user", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];

if (!isolated && Bun.which("unshare") && Bun.spawnSync([...apart, "true"]).success) {
  const again = [...apart, process.execPath, import.meta.path, resolve(built), "--isolated"];
  process.exit(await Bun.spawn(again, { stdio: ["ignore", "inherit", "inherit"] }).exited);
}
if (!isolated) console.log("note: this user cannot create an empty network; the machine's network is there");

const vin = "1HGCM82633A004352";
const rounds = 5;
const work = mkdtempSync(join(tmpdir(), "vingate-binary-test-"));
const executable = join(work, "bin", "vingate");
mkdirSync(join(work, "bin"));
cpSync(resolve(built), executable);
// Nothing else is found by a name.
const env = { PATH: join(work, "nothing"), HOME: work, VINGATE_LOG: "json" };

let passed = 0;
let failed = 0;
function check(name: string, ok: boolean, shown: unknown): void {
  if (ok) passed += 1;
  else failed += 1;
  console.log(
    ok ? `ok ${name}` : `FAILED ${name}\n${typeof shown === "string" ? shown : JSON.stringify(shown)}`,
  );
}

const figures: string[] = [];
const figure = (name: string, value: number, unit: string, target: string) =>
  figures.push(`${name}: ${value.toFixed(unit === "s" ? 2 : 1)} ${unit} (target ${target})`);

interface Served {
  readonly url: string;
  readonly key: string;
  /** From the start of the process to the first 200 of a lookup. */
  readonly seconds: number;
  stop(): Promise<number | null>;
}

const firstRun = (data: string): Record<string, string> => {
  try {
    return JSON.parse(readFileSync(join(data, "first-run.json"), "utf8"));
  } catch {
    return {};
  }
};

/** Starts the service and decodes a VIN with the demo customer's key. */
async function serve(data: string, settings: Record<string, string> = {}): Promise<Served> {
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = server;
  server.stop(true);
  const url = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const started = spawnProcess(data, { ...env, VINGATE_DEMO: "auto", VINGATE_PORT: `${port}`, ...settings }, [
    executable,
    "serve",
  ]);
  let ended = false;
  void started.exited.then(() => {
    ended = true;
  });
  for (let status = 0; status !== 200; await Bun.sleep(5)) {
    if (ended || performance.now() - begun > 120_000) throw new Error(started.output());
    const { demo_key: key } = firstRun(data);
    if (!key) continue;
    const reply = fetch(`${url}/vin-decoder/${vin}`, { headers: { "x-AuthKey": key } });
    status = await reply.then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
  }
  const stop = () => {
    started.signal("SIGTERM");
    return started.exited;
  };
  return { url, key: firstRun(data).demo_key!, seconds: (performance.now() - begun) / 1000, stop };
}

/** Runs a command in the folder that contains `data`. */
async function run(folder: string, ...args: string[]) {
  const child = Bun.spawn([executable, ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

async function checkService(data: string): Promise<void> {
  const first = await serve(data);
  figure("empty folder to the first 200", first.seconds, "s", "≤ 10");
  check("an empty folder answers the first call", true, "");
  const login = { ...env, VINGATE_URL: first.url, VINGATE_KEY: first.key };
  const looked = Bun.spawnSync([executable, "lookup", "vin-decoder", vin], { env: login });
  check("lookup", looked.exitCode === 0 && `${looked.stdout}`.includes('"HONDA"'), `${looked.stderr}`);
  const page = await fetch(`${first.url}/console/`);
  const html = await page.text();
  check("the console's page", page.status === 200 && html.includes('<div id="root">'), html);
  const [, script] = /<script type="module" src="([^"]+)"/.exec(html) ?? [];
  check("the console's script", (await fetch(`${first.url}${script}`)).status === 200, script);
  for (const [path, part] of [
    ["/llms.txt", "# Vingate"],
    ["/docs/quick-start.md", "# "],
    ["/openapi.json", '"openapi":"3.1.0"'],
    ["/openapi.yaml", "openapi: "],
  ] as const) {
    const begun = performance.now();
    const response = await fetch(first.url + path);
    const text = await response.text();
    // A document that is not in the executable would take more than a second.
    if (path === "/openapi.json")
      figure("the first /openapi.json", (performance.now() - begun) / 1000, "s", "≤ 0.5");
    check(path, response.status === 200 && text.includes(part), text.slice(0, 500));
  }
  const statements = `${first.url}/users/acme/statements`;
  const headers = { authorization: `Bearer ${firstRun(data).operator_token}`, accept: "application/pdf" };
  const [listed] = (await (await fetch(statements, { headers })).json()) as { month: string }[];
  const paper = await fetch(`${statements}/${listed!.month}`, { headers });
  const pdf = Buffer.from(await paper.arrayBuffer());
  check("a statement as PDF", pdf.includes("/OutputIntents") && pdf.includes("%%EOF"), paper.status);
  check("it ends with 0", (await first.stop()) === 0, "");
  const later: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const served = await serve(data);
    later.push(served.seconds);
    await served.stop();
  }
  figure(`a later start to the first 200, median of ${rounds}`, later.sort()[rounds >> 1]!, "s", "≤ 0.6");
  const two = await serve(data, { VINGATE_WORKERS: "2" });
  check("two workers answer", true, "");
  check("two workers end with 0", (await two.stop()) === 0, "");
}

const declaration = `version: 1
apis:
  - name: petstore
    display_name: Petstore
    path: petstore/v1
    service_url: https://petstore.example
    document: petstore.yaml
`;

async function checkCommands(folder: string): Promise<void> {
  const printed = await run(folder, "mcp", "install", "cursor", "--print");
  check("mcp install --print", printed.code === 0 && printed.out.includes(executable), printed);
  const decoded = await run(folder, "decode", "--json", vin);
  check("decode", decoded.code === 0 && decoded.out.includes('"HONDA"'), decoded);
  const present = await run(folder, "vin", "compile");
  check("vin compile", present.code === 0 && present.err.includes("is up to date"), present);
  const template = await run(folder, "import", "records", "lien", "--template");
  check("import --template", template.code === 0 && template.out.includes("vin"), template);
  await run(folder, "demo", "--remove");
  writeFileSync(join(folder, "liens.csv"), template.out);
  const imported = await run(folder, "import", "records", "lien", "liens.csv");
  check("import", imported.code === 0, imported);
  const demo = await run(folder, "demo");
  check("demo", demo.code === 0, demo);
  cpSync(join(home, "test/gateway/petstore.yaml"), join(folder, "petstore.yaml"));
  writeFileSync(join(folder, "declared.yaml"), declaration);
  const applied = await run(folder, "apply", "declared.yaml");
  check("apply, with a document", applied.code === 0, applied);
  const exported = await run(folder, "export");
  check("export", exported.code === 0 && exported.out.includes('name: "petstore"'), exported);
  const healthy = await run(folder, "doctor", "--ledger");
  check("doctor", healthy.code === 0, healthy);
}

try {
  const folder = join(work, "empty");
  mkdirSync(folder);
  const bytes = readFileSync(executable);
  figure("executable", bytes.length / 1e6, "MB", "none");
  figure("gzipped", gzipSync(bytes).length / 1e6, "MB", "≤ 80");
  await checkService(join(folder, "data"));
  await checkCommands(folder);
} catch (error) {
  check("the executable serves", false, (error as Error).message);
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(figures.join("\n"));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
