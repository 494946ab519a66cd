import { join } from "node:path";
import type { NodeTask } from "./node-process.ts";

/** A node in a process of its own. */
export interface NodeProcess {
  /** Lets it begin to call. */
  go(): void;
  kill(signal: "SIGKILL" | "SIGTERM"): void;
  /** All that it said, once it has ended. */
  readonly said: Promise<readonly string[]>;
  readonly errors: () => string;
}

/** Starts it and waits until it is ready to call. */
export async function startNode(task: NodeTask): Promise<NodeProcess> {
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "node-process.ts"), JSON.stringify(task)],
    {
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  const ready = Promise.withResolvers<void>();
  let errors = "";
  const read = async () => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      text += decoder.decode(chunk, { stream: true });
      if (text.startsWith("ready\n")) ready.resolve();
    }
    await child.exited;
    ready.reject(new Error(`the node ended: ${errors}`));
    return text.split("\n").filter(Boolean);
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
    errors: () => errors,
  };
}
