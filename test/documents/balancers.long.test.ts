import { afterAll, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, newFolder } from "../service-process.ts";
import { until } from "../until.ts";
import { findProgram, nginxConfiguration, nginxOptions } from "./nginx.ts";

const page = readFileSync(join(import.meta.dir, "../../docs/scale.md"), "utf8");
const { folder, remove } = newFolder();
afterAll(remove);

interface Balancer {
  readonly name: string;
  readonly program: string | null;
  /** Whether it checks if nodes are ready. */
  readonly looks: boolean;
  /** Its first block on the page, with the ports of this test. */
  configuration(port: number, nodes: readonly number[]): string;
  readonly options: (file: string) => readonly string[];
}

function blockOf(language: string, port: number, nodes: readonly number[]): string {
  const [, block] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(page)!;
  return block!
    .replace(/10\.0\.0\.1(\d):8080/g, (_, node) => `127.0.0.1:${nodes[Number(node) - 1]}`)
    .replace(/(bind |listen ):?8080/, (_, word) => `${word}127.0.0.1:${port}`);
}

const balancers: Balancer[] = [
  {
    name: "HAProxy",
    program: findProgram("haproxy"),
    looks: true,
    configuration: (port, nodes) => blockOf("haproxy", port, nodes),
    options: (file) => ["-db", "-f", file],
  },
  {
    name: "nginx",
    program: findProgram("nginx"),
    looks: false,
    configuration: (port, nodes) => nginxConfiguration(folder, blockOf("nginx", port, nodes)),
    options: (file) => nginxOptions(folder, file),
  },
];

for (const { name, program, looks, configuration, options } of balancers) {
  if (program === null) console.warn(`skipped: ${name} is not installed; npm run test:install installs it`);
  test.skipIf(program === null)(
    `${name} sends a key to one node, as the page configures it`,
    async () => {
      mkdirSync(folder, { recursive: true });
      let isReady = true;
      const refused = [0, 0, 0];
      const nodes = refused.map((_, index) =>
        Bun.serve({
          port: 0,
          hostname: "127.0.0.1",
          fetch({ url }) {
            if (isReady || !url.endsWith("/readyz")) return new Response(String(index));
            refused[index]! += 1;
            return new Response(null, { status: 503 });
          },
        }),
      );
      const port = freePort();
      const file = join(folder, `${name}.conf`);
      const ports = nodes.map((node) => node.port!);
      writeFileSync(file, configuration(port, ports));
      const balancer = Bun.spawn([program!, ...options(file)], { stdio: ["ignore", "ignore", "ignore"] });
      const nodeOf = async (key: number): Promise<string> => {
        const got = await fetch(`http://127.0.0.1:${port}/any`, { headers: { "x-AuthKey": `key-${key}` } });
        return got.ok ? await got.text() : String(got.status);
      };
      const allNodes = async () => await Promise.all(Array.from({ length: 60 }, (_, key) => nodeOf(key)));
      try {
        await until(
          () =>
            allNodes().then(
              (all) => new Set(all).size === 3,
              () => false,
            ),
          "all nodes answer",
        );
        const before = await allNodes();
        expect(await allNodes()).toEqual(before);
        isReady = false;
        // Two refusals take a node out of service.
        if (looks) await until(() => refused.every((times) => times > 2), "no node is in service");
        expect(await allNodes()).toEqual(before);
        isReady = true;
        await nodes[2]!.stop(true);
        const others = before.map((node) => (node === "2" ? undefined : node));
        const kept = (all: string[]) =>
          all.every((node, key) => node === (others[key] ?? node) && /^[01]$/.test(node));
        await until(async () => kept(await allNodes()), "only the keys of the lost node move");
      } finally {
        balancer.kill("SIGKILL");
        await balancer.exited;
        for (const node of nodes) await node.stop(true);
      }
    },
    180_000,
  );
}
