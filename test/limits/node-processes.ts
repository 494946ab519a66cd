import { join } from "node:path";
import { tally } from "../metering/support.ts";
import type { NodeTask } from "./node-process.ts";

/** A node in a process of its own. */
export interface LimitsNode {
  /** Lets it begin to call. */
  go(): void;
  kill(): void;
  /** How often it said what, once it has ended; `slowest` is the longest wait in milliseconds. */
  readonly said: Promise<Record<string, number>>;
  /** How often it has said something so far. */
  count(what: string): number;
}

/** Starts it and waits until it is ready to call. */
export async function startLimitsNode(task: NodeTask): Promise<LimitsNode> {
  const file = join(import.meta.dir, "node-process.ts");
  const child = Bun.spawn([process.execPath, file, JSON.stringify(task)], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ready = Promise.withResolvers<void>();
  let text = "";
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      text += decoder.decode(chunk, { stream: true });
      if (text.startsWith("ready\n")) ready.resolve();
    }
    await child.exited;
    ready.reject(new Error(`the node ended: ${errors}`));
    const slowest = Number(/slowest (\d+)/.exec(text)?.[1] ?? 0);
    return {
      ...tally(
        text
          .replace(/slowest.*/, "")
          .split("\n")
          .filter(Boolean),
      ),
      slowest,
    };
  };
  let errors = "";
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
    kill: () => child.kill("SIGKILL"),
    said,
    count: (what) => text.split("\n").filter((line) => line === what).length,
  };
}
