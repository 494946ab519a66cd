import { join } from "node:path";
import { operations } from "../../src/operations.ts";
import { newFolder, startProcess } from "../service-process.ts";

/** A burst of requests for one path, on two workers that have just started. */
export interface Burst {
  readonly path: string;
  readonly statuses: Readonly<Record<number, number>>;
  /** Workers that ended. */
  readonly killed: number;
  /** What `GET /livez` took during the burst, ms. */
  readonly livezMs: readonly number[];
  readonly seconds: number;
}

export const attackClient = (...args: readonly string[]): string[] => [
  process.execPath,
  join(import.meta.dir, "attack-client.ts"),
  ...args,
];

const examples: Readonly<Record<string, string>> = {
  "/docs/{page}": "/docs/credits.md",
  "/console/{object_name}": "/console/sign-in",
};

function exampleOf(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  const named = (_: string, name: string) => {
    const { example } = (params[name] as { meta?(): { example?: string } }).meta?.() ?? {};
    return example ?? "none";
  };
  return examples[path] ?? path.replace(/\{(\w+)\}/g, named);
}

/** Every path that anybody can read, and one that does not exist. */
export const publicPaths: readonly string[] = [
  ...operations
    .filter(({ audience, method }) => method === "GET" && (audience === "none" || audience === "optional"))
    .map(({ path, params }) => exampleOf(path, params?.shape)),
  "/nothing",
];

/** Sends so many requests for a path at the same moment, while another process probes `/livez`. */
export async function burst(path: string, count: number): Promise<Burst> {
  const { folder, remove } = newFolder();
  const service = await startProcess(folder, { VINGATE_WORKERS: "2" }, "ready");
  const port = String(service.port);
  const probing = Bun.spawn(attackClient("probe", port), { stdin: "pipe", stdout: "pipe" });
  try {
    // It has begun when its first probes are answered.
    await Bun.sleep(500);
    const from = performance.timeOrigin + performance.now();
    const bursting = Bun.spawn(attackClient("burst", port, path, String(count)), { stdout: "pipe" });
    const { statuses, ms } = (await new Response(bursting.stdout).json()) as Pick<Burst, "statuses"> & {
      readonly ms: number;
    };
    const to = performance.timeOrigin + performance.now();
    probing.stdin.end();
    const waits = (await new Response(probing.stdout).json()) as { at: number; ms: number }[];
    const livezMs = waits.flatMap((wait) => (wait.at >= from && wait.at <= to ? wait.ms : []));
    return {
      path,
      statuses,
      killed: service.events("worker ended").length,
      livezMs,
      seconds: ms / 1000,
    };
  } finally {
    probing.kill();
    service.signal("SIGTERM");
    await service.exited;
    remove();
  }
}
