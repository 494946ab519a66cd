import { readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../until.ts";
import type { PageCommand } from "./page.ts";

const commandMs = 240_000;

/** A folder in which a page's commands run, and the services that they started. */
export interface Machine {
  /** Variables of the commands that follow. */
  readonly env: Record<string, string>;
  /** Runs a command; resolves to what is wrong with its result, undefined if nothing is. */
  run(
    command: Pick<PageCommand, "text" | "output">,
    variables?: Record<string, string | undefined>,
  ): Promise<string | undefined>;
  /**
   * Starts services in place of those that run, one for each of `nodes`, which add variables. They run until `stop`.
   * Resolves to the log of one that does not answer `path` of its port with 200, otherwise to undefined.
   */
  serve(text: string, path: string, nodes?: readonly Record<string, string>[]): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** Commands that print nothing when they succeed. */
const isQuiet = (text: string) => /^(npm ci|install|mv|openssl|export|curl -sSO)\b|\s>\s/.test(text);

export function newMachine(cwd: string, env: Record<string, string>): Machine {
  let services: Bun.Subprocess[] = [];
  return { env, run, serve, stop };

  async function run(
    { text, output: expected }: Pick<PageCommand, "text" | "output">,
    variables: Record<string, string | undefined> = env,
  ): Promise<string | undefined> {
    const child = Bun.spawn(["sh", "-c", text], {
      cwd,
      env: variables,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: commandMs,
    });
    const [output, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    if ((await child.exited) !== 0 || (output + errors === "" && !isQuiet(text)))
      return `exit ${child.exitCode}\n${output}${errors}`;
    if (/"status": ?4\d\d\b/.test(output)) return output;
    if (expected !== undefined && !Bun.deepEquals(JSON.parse(output), JSON.parse(expected))) return output;
    return undefined;
  }

  async function serve(
    text: string,
    path: string,
    nodes: readonly Record<string, string>[] = [{}],
  ): Promise<string | undefined> {
    await stop();
    for (const node of nodes) {
      const fault = await start(text, path, { ...env, ...node });
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  async function start(
    text: string,
    path: string,
    variables: Record<string, string>,
  ): Promise<string | undefined> {
    const log = join(cwd, `${variables.VINGATE_PORT}.log`);
    const started = Bun.spawn(["sh", "-c", text], {
      cwd,
      env: variables,
      stdio: ["ignore", Bun.file(log), Bun.file(log)],
      // A group of its own: npm does not pass on all signals.
      detached: true,
    });
    services.push(started);
    const scheme = text.includes("VINGATE_TLS_CERT=") ? "https" : "http";
    const url = `${scheme}://127.0.0.1:${variables.VINGATE_PORT}${path}`;
    const answers = () =>
      fetch(url, { tls: { rejectUnauthorized: false } }).then(
        ({ status }) => status === 200,
        () => false,
      );
    const ready = await until(
      async () => started.exitCode !== null || (await answers()),
      text,
      commandMs,
    ).then(
      () => started.exitCode === null,
      () => false,
    );
    return ready ? undefined : readFileSync(log, "utf8");
  }

  async function stop(): Promise<void> {
    const stopping = services;
    services = [];
    for (const service of stopping) {
      if (service.exitCode === null) process.kill(-service.pid, "SIGTERM");
      await service.exited;
      // The shell ends before the service that it started.
      await until(() => !isGroupThere(service.pid), "the service ends", commandMs);
    }
  }
}

function isGroupThere(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}
