import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { postgresMissing, startPostgres } from "../postgres.ts";
import { freePort } from "../service-process.ts";
import { until } from "../until.ts";
import { placeTestPack } from "../vin/shared-pack.ts";
import { type Machine, newMachine } from "./machine.ts";
import { findProgram, nginxConfiguration, nginxOptions } from "./nginx.ts";
import type { PageCommand } from "./page.ts";

/** What a section's commands need; sections with the same folder continue each other's work. */
interface Needs {
  readonly folder: string;
  /** Whether a service runs before the first command, or has run and is stopped. */
  readonly service?: "runs" | "stopped";
  readonly database?: true;
  readonly certificate?: true;
  readonly proxy?: true;
  /** The number of nodes, each with its data folder and port. */
  readonly nodes?: number;
}

/** Each section of the page with commands: what they need, or why they are not run. */
export const sections: Record<string, Needs | string> = {
  "One machine": { folder: "one" },
  "From npm": "the package is made and used by `npm run check:package`",
  "As a package of Debian": "`npm run release` makes the package, and installs and uses it",
  "As a systemd service": "it needs a booted systemd; tests check the unit",
  "With Docker Compose":
    "it needs a container engine; `npm run check:image` and `check:compose` do its steps",
  "On Kubernetes": "it needs a cluster; tests check the resources",
  TLS: { folder: "tls", certificate: true },
  "Certificates without a proxy":
    "it needs an authority and a public name; test/server/certificates has both",
  "Behind a proxy": { folder: "proxy", proxy: true },
  "Several machines": { folder: "several", database: true, nodes: 3 },
  "Single calls in ClickHouse": "it needs a ClickHouse; the tests in src/features/clickhouse/test start one",
  "Back up": { folder: "one", service: "runs" },
  Restore: { folder: "one", service: "stopped" },
  Move: { folder: "one", database: true },
  Upgrade: { folder: "one", service: "runs" },
  "Products as a file": { folder: "one", service: "runs" },
  Secrets: { folder: "secrets", service: "runs" },
  "A master key away from the database": { folder: "keys", service: "stopped" },
  "A lost second factor": { folder: "one", service: "runs" },
  Payments: "it needs a bank's file; the tests in src/features/payments/test import some",
  "What to watch": { folder: "one", service: "runs" },
};

/** Commands that end with 1, as the page states. */
const unfinished = ["vingate rotate master-key --key-file master.key.next"];

/** Runs the page's commands below a folder; resolves to the number of those that failed. */
export async function runOperating(
  page: string,
  commands: readonly PageCommand[],
  clone: string,
  work: string,
  common: Record<string, string>,
): Promise<number> {
  const nginx = findProgram("nginx");
  const noPostgres = postgresMissing();
  const database = noPostgres === undefined ? new URL((await startPostgres()).url) : undefined;
  const ports = [freePort(), freePort(), freePort()];
  const proxyPort = freePort();
  const env = {
    ...common,
    PATH: `${join(clone, "bin")}:${common.PATH}`,
    VINGATE_PORT: String(ports[0]),
    VINGATE_DEMO: "off",
    ...(database && { PGPORT: database.port, PGPASSWORD: database.password }),
  };
  // The page's addresses, and what this machine has in their place. Nothing else of a command is changed.
  const standIns: [RegExp, string][] = [
    [/\b127\.0\.0\.1:8080\b/g, `127.0.0.1:${ports[0]}`],
    ...ports.map((port, index): [RegExp, string] => [
      new RegExp(`\\b10\\.0\\.0\\.1${index + 1}:8080\\b`, "g"),
      `127.0.0.1:${port}`,
    ]),
    [/VINGATE_HOST=0\.0\.0\.0/g, "VINGATE_HOST=127.0.0.1"],
    [/https:\/\/api\.example\.com\b/g, `http://127.0.0.1:${proxyPort}`],
    [/-h db\.example\.com\b/g, "-h 127.0.0.1"],
    [/@db\.example\.com\//g, `@127.0.0.1:${database?.port}/`],
  ];
  let failed = 0;
  let heading: string | undefined;
  let machine: Machine | undefined;
  let exports: string[] = [];
  let proxy: Bun.Subprocess | undefined;
  const stop = async () => {
    await machine?.stop();
    proxy?.kill("SIGKILL");
    await proxy?.exited;
    proxy = undefined;
  };
  try {
    for (const command of commands) {
      const needs = sections[command.heading ?? ""];
      const reason = needs === undefined ? undefined : skipReason(needs);
      failed += await report(page, command, reason, async () => {
        if (needs === undefined || typeof needs === "string") return "the section is not in test/documents";
        if (command.heading !== heading) {
          await stop();
          heading = command.heading;
          exports = [];
          const fault = await prepare(needs);
          if (fault !== undefined) return fault;
        }
        return await runCommand(
          standIns.reduce((text, [from, to]) => text.replaceAll(from, to), command.text),
          needs,
        );
      });
    }
  } finally {
    await stop();
  }
  return failed;

  function skipReason(needs: Needs | string): string | undefined {
    if (typeof needs === "string") return needs;
    if (needs.database && noPostgres !== undefined) return `PostgreSQL is ${noPostgres}`;
    if (needs.proxy && !nginx) return "nginx is not installed";
    return undefined;
  }

  async function prepare(needs: Needs): Promise<string | undefined> {
    const folder = join(work, needs.folder);
    const folders = nodesOf(needs).map((node) => join(folder, node.VINGATE_DATA_DIR ?? "data"));
    for (const each of folders) {
      mkdirSync(each, { recursive: true, mode: 0o700 });
      await placeTestPack(each);
    }
    machine = newMachine(folder, { ...env });
    if (needs.certificate)
      Bun.spawnSync(
        [
          ...["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30"],
          ...["-subj", "/CN=api.example.com", "-keyout", "privkey.pem", "-out", "fullchain.pem"],
        ],
        { cwd: folder },
      );
    if (needs.proxy) await startProxy(folder);
    const fault = needs.service && (await machine.serve("vingate serve", "/readyz"));
    if (needs.service === "stopped") await machine.stop();
    return fault;
  }

  function nodesOf(needs: Needs): Record<string, string>[] {
    if (needs.nodes === undefined) return [{}];
    return ports
      .slice(0, needs.nodes)
      .map((port, index) => ({ VINGATE_PORT: String(port), VINGATE_DATA_DIR: `data-${index + 1}` }));
  }

  /** nginx with the page's configuration. */
  async function startProxy(folder: string): Promise<void> {
    const [, block] = /^```nginx\n([\s\S]*?)^```$/m.exec(readFileSync(join(clone, page), "utf8"))!;
    const part = block!.replace("127.0.0.1:8080", `127.0.0.1:${ports[0]}`);
    const file = join(folder, "nginx.conf");
    writeFileSync(file, nginxConfiguration(folder, `server { listen 127.0.0.1:${proxyPort}; ${part} }`));
    proxy = Bun.spawn([nginx!, ...nginxOptions(folder, file)], { stdio: ["ignore", "ignore", "inherit"] });
    const answers = () =>
      fetch(`http://127.0.0.1:${proxyPort}`)
        .then(() => true)
        .catch(() => false);
    await until(answers, "nginx answers");
  }

  async function runCommand(command: string, needs: Needs): Promise<string | undefined> {
    if (command.startsWith("export ")) {
      exports.push(command);
      return undefined;
    }
    const text = [...exports, command].join("\n");
    const nodes = nodesOf(needs);
    const fault = /\bvingate serve$/.test(command)
      ? await machine!.serve(text, "/readyz", nodes)
      : await machine!.run(
          { text: unfinished.includes(command) ? `${text}; test $? = 1` : text },
          { ...machine!.env, ...nodes[0] },
        );
    const first = join(work, needs.folder, "data", "first-run.json");
    if (await Bun.file(first).exists())
      machine!.env.OPERATOR_TOKEN = (await Bun.file(first).json()).operator_token;
    return fault;
  }
}

/** Runs a command without a reason to skip it, and prints the outcome; resolves to 1 if it failed, otherwise to 0. */
export async function report(
  page: string,
  { text, line }: PageCommand,
  reason: string | undefined,
  faultOf: () => Promise<string | undefined>,
): Promise<number> {
  const begun = performance.now();
  const fault = reason === undefined ? await faultOf() : undefined;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const [first, ...more] = text.trim().split("\n");
  const shown = `${page}:${line} ${first}${more.length > 0 ? " …" : ""}`;
  if (reason !== undefined) console.log(`skipped ${shown}: ${reason}`);
  else console.log(fault === undefined ? `ok ${shown} (${seconds} s)` : `FAILED ${shown}\n${fault}`);
  return fault === undefined ? 0 : 1;
}
