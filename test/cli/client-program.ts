import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine } from "../program.ts";

/** The end of a command: its exit code, standard output and standard error. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A user with a home folder of its own. */
export interface User {
  readonly home: string;
  readonly loginsFile: string;
  run(words: readonly string[], options?: RunOptions): Promise<Ended>;
  /** Starts a command without waiting. */
  start(
    words: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Bun.Subprocess<"ignore", "pipe", "pipe">;
  /** Runs a command on a terminal of 100 columns; types each answer when its question is shown. */
  runOnTerminal(
    words: readonly string[],
    answers?: readonly (readonly [question: string, typed: string])[],
    env?: Readonly<Record<string, string>>,
  ): Promise<{ readonly code: number; readonly shown: string }>;
  remove(): void;
}

export function newUser(): User {
  const home = mkdtempSync(join(tmpdir(), "vingate-user-"));
  const envOf = (more: Readonly<Record<string, string>> = {}) => ({
    PATH: process.env.PATH,
    HOME: home,
    XDG_CONFIG_HOME: join(home, "config"),
    ...more,
  });
  const collect = async (child: Bun.Subprocess<"ignore" | "pipe" | Blob, "pipe", "pipe">): Promise<Ended> => {
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code: await child.exited, out, err };
  };
  return {
    home,
    loginsFile: join(home, "config", "vingate", "logins.json"),
    run: (words, { input = "", env } = {}) =>
      collect(
        Bun.spawn(commandLine(...words), {
          cwd: home,
          env: envOf(env),
          stdin: new Blob([input]),
          stdout: "pipe",
          stderr: "pipe",
        }),
      ),
    start: (words, env) =>
      Bun.spawn(commandLine(...words), {
        cwd: home,
        env: envOf(env),
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      }),
    async runOnTerminal(words, answers = [], env = {}) {
      let shown = "";
      const waiting = [...answers];
      const decoder = new TextDecoder();
      const child = Bun.spawn(commandLine(...words), {
        cwd: home,
        env: envOf({ TERM: "xterm", ...env }),
        terminal: {
          cols: 100,
          rows: 50,
          data(terminal, data) {
            shown += decoder.decode(data, { stream: true });
            const [question, typed] = waiting[0] ?? [];
            if (question === undefined || typed === undefined || !shown.includes(question)) return;
            waiting.shift();
            terminal.write(typed);
          },
        },
      });
      const code = await child.exited;
      await using terminal = child.terminal!;
      terminal.close();
      return { code, shown: shown.replaceAll("\r\n", "\n") };
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
