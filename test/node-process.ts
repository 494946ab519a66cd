import { join } from "node:path";
import type { CallingTask } from "./metering/calling-node.ts";
import type { LimitedTask } from "./metering/limits/limited-node.ts";

/** A program of the tests that serves as a node, in a process of its own. */
export interface NodeProcess {
  /** Lets it begin to call. */
  go(): void;
  kill(signal: "SIGKILL" | "SIGTERM"): void;
  /** All lines that it said, once it has ended. */
  readonly said: Promise<readonly string[]>;
  /** How many of its lines so far begin with a word. */
  count(word: string): number;
  readonly errors: () => string;
}

/** A node whose callers spend credits, once it is ready to call. */
export const startCallingNode = (task: CallingTask): Promise<NodeProcess> =>
  startNodeProcess("metering/calling-node.ts", task);

/** A node whose callers are held to a rate or a quota, once it is ready to call. */
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
  const said = read();
  await ready.promise;
  return {
    go() {
      child.stdin.write("go\n");
      child.stdin.flush();
    },
    kill: (signal) => child.kill(signal),
    said,
    count: (word) => lines().filter((line) => line.split(" ")[0] === word).length,
    errors: () => errors,
  };
}
