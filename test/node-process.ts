import { join } from "node:path";
import type { CallingTask } from "./metering/calling-node.ts";
import type { LimitedTask } from "./metering/limits/limited-node.ts";

/** A test program that runs as a node in its own process. */
export interface NodeProcess {
  /** Lets it start its calls. */
  go(): void;
  kill(signal: "SIGKILL" | "SIGTERM"): void;
  /** All lines of its output, after it has ended. */
  readonly output: Promise<readonly string[]>;
  /** The number of its output lines so far that begin with a word. */
  count(word: string): number;
  readonly errors: () => string;
}

/** A node whose callers spend credits, ready to call. */
export const startCallingNode = (task: CallingTask): Promise<NodeProcess> =>
  startNodeProcess("metering/calling-node.ts", task);

/** A node whose callers have a rate limit or a quota, ready to call. */
export const startLimitedNode = (task: LimitedTask): Promise<NodeProcess> =>
  startNodeProcess("metering/limits/limited-node.ts", task);

async function startNodeProcess(script: string, task: object): Promise<NodeProcess> {
  const program = join(import.meta.dir, script);
  const child = Bun.spawn([process.execPath, program, JSON.stringify(task)], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ready = Promise.withResolvers<void>();
  let text = "";
  let errors = "";
  const lines = () => text.split("\n").filter(Boolean);
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      text += decoder.decode(chunk, { stream: true });
      if (text.startsWith("ready\n")) ready.resolve();
    }
    await child.exited;
    ready.reject(new Error(`the node ended: ${errors}`));
    return lines();
  };
  const readErrors = async () => {
    for await (const chunk of child.stderr) errors += new TextDecoder().decode(chunk);
  };
  void readErrors();
  const output = read();
  await ready.promise;
  return {
    go() {
      child.stdin.write("go\n");
      child.stdin.flush();
    },
    kill: (signal) => child.kill(signal),
    output,
    count: (word) => lines().filter((line) => line.split(" ")[0] === word).length,
    errors: () => errors,
  };
}
