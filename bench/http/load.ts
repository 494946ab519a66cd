import { join } from "node:path";
import { pinned } from "./child.ts";
import { type Tools, unpackDebian } from "./tools.ts";

export const connections = 64;

/** What the generator saw. Latencies in milliseconds. */
export interface Load {
  readonly requests: number;
  /** Answers that were not 200, as far as the generator tells: wrk counts those from 400 on. */
  readonly refused: number;
  /** Connections that failed or timed out. */
  readonly broken: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** How busy the generator's core was with it, 0 to 1: near 1 the generator is what was measured. */
  readonly generatorBusy: number;
}

/** What is asked: the address of a VIN is `base` + the VIN. */
export interface Asked {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Generator {
  readonly name: string;
  /** Asks for the VINs in turn, from the `from`th on, for some seconds over so many connections (64). */
  load(asked: Asked, vins: string, from: number, seconds: number, over?: number): Promise<Load>;
}

/** wrk, installed or unpacked into `folder`; where it cannot be had, a generator of our own. */
export async function openGenerator(folder: string): Promise<Generator> {
  try {
    const tools =
      Bun.which("wrk") === null ? await unpackDebian(folder, ["wrk"]) : { path: () => "wrk", env: {} };
    return wrk(tools);
  } catch (error) {
    return { name: `own generator, as wrk cannot be had (${(error as Error).message})`, load: ownLoad };
  }
}

function wrk(tools: Tools): Generator {
  const program = tools.path("/usr/bin/wrk");
  const load: Generator["load"] = ({ base, headers }, vins, from, seconds, over = connections) => {
    const { origin, pathname } = new URL(base);
    const lines = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
    const how = ["-t1", `-c${over}`, `-d${seconds}s`, "--timeout", "10s"];
    const script = ["-s", join(import.meta.dir, "wrk.lua"), ...lines, origin];
    return generate([program, ...how, ...script, "--", vins, String(from), pathname], tools.env, seconds);
  };
  return { name: "wrk, one thread", load };
}

const ownLoad: Generator["load"] = ({ base, headers }, vins, from, seconds, over = connections) => {
  const { hostname, port, pathname } = new URL(base);
  const lines = JSON.stringify(Object.entries(headers).map(([name, value]) => `${name}: ${value}`));
  const script = join(import.meta.dir, "generator.ts");
  const rest = [hostname, port, pathname, lines, vins, from, seconds, over].map(String);
  return generate([process.execPath, script, ...rest], {}, seconds);
};

async function generate(command: string[], env: Record<string, string>, seconds: number): Promise<Load> {
  const child = Bun.spawn(pinned(command, "load"), {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "inherit"],
    timeout: (seconds + 30) * 1000,
  });
  const output = (await new Response(child.stdout).text()).trim();
  if ((await child.exited) !== 0) throw new Error(`the generator failed: ${output}`);
  const seen = JSON.parse(output.slice(output.lastIndexOf("\n") + 1)) as Omit<Load, "generatorBusy">;
  const busyUs = Number(child.resourceUsage()?.cpuTime.total ?? 0);
  return { ...seen, generatorBusy: busyUs / 1e6 / seen.seconds };
}
