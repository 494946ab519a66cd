import { join } from "node:path";
import { runJson, script } from "../common/child.ts";
import { unpackDebian } from "../common/debian.ts";
import type { Requests } from "../common/service.ts";

export const connections = 64;

/** What the generator measured. Latencies in milliseconds. */
export interface Load {
  readonly requests: number;
  /** Responses other than 200; wrk counts those from 400 on. */
  readonly refused: number;
  /** Connections that failed or timed out. */
  readonly broken: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** How busy the generator's core was, 0 to 1: near 1 the generator is the bottleneck. */
  readonly generatorBusy: number;
}

export interface Generator {
  readonly name: string;
  /** Requests the VINs of a file in turn, starting at `from`. */
  load(requests: Requests, vins: string, from: number, seconds: number, over?: number): Promise<Load>;
}

/** wrk, installed or unpacked into `folder`; a generator of our own if it is not available. */
export async function openGenerator(folder: string): Promise<Generator> {
  try {
    const installed = { path: () => "wrk", env: {} };
    const tools = Bun.which("wrk") === null ? await unpackDebian(folder, ["wrk"]) : installed;
    const program = tools.path("/usr/bin/wrk");
    const load: Generator["load"] = (
      { base, headers, keys, body },
      vins,
      from,
      seconds,
      over = connections,
    ) => {
      const { origin, pathname } = new URL(base);
      const lines = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
      const options = ["-t1", `-c${over}`, `-d${seconds}s`, "--timeout", "10s"];
      const lua = ["-s", join(import.meta.dir, "wrk.lua"), ...lines, origin];
      return generate(
        [program, ...options, ...lua, "--", vins, String(from), pathname, keys ?? "", body ?? ""],
        seconds,
        tools.env,
      );
    };
    return { name: "wrk, one thread", load };
  } catch (error) {
    return { name: `own generator, as wrk is not available (${(error as Error).message})`, load: ownLoad };
  }
}

const ownLoad: Generator["load"] = (requests, vins, from, seconds, over = connections) => {
  const options = { ...requests, vins, from, seconds, over };
  return generate(script("http/generator.ts", JSON.stringify(options)), seconds);
};

async function generate(command: string[], seconds: number, env: Record<string, string> = {}): Promise<Load> {
  const options = { side: "load", env, seconds: seconds + 30 } as const;
  const { result, cpuSeconds } = await runJson<Omit<Load, "generatorBusy">>(command, options);
  return { ...result, generatorBusy: cpuSeconds / result.seconds };
}
