import { setPriority } from "node:os";
import { scriptCommand } from "./program/place.ts";

/** Whether a process with this ID runs on this machine, in this container. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Others of this machine's processes have the processors first. */
const lowPriority = 5;

interface ScriptOptions {
  /** What it reads from standard input. */
  readonly input?: Uint8Array;
  /** It is killed after this time, and the promise rejects with `ScriptTimeout`. */
  readonly timeoutMs?: number;
}

export class ScriptTimeout extends Error {
  override readonly name = "ScriptTimeout";
}

/**
 * What a script of this program prints, by its path in the project, as a process of its own: this one would keep the
 * memory that its work takes, and delay its requests. Rejects with the end of its errors if it fails.
 */
export async function scriptOutput(
  path: string,
  args: readonly string[] = [],
  { input, timeoutMs }: ScriptOptions = {},
): Promise<Uint8Array> {
  const child = Bun.spawn(scriptCommand(path, args), {
    stdio: [input ?? "ignore", "pipe", "pipe"],
    ...(timeoutMs !== undefined && { timeout: timeoutMs, killSignal: "SIGKILL" }),
  });
  try {
    setPriority(child.pid, lowPriority);
  } catch {
    // It has already ended, or may not be changed.
  }
  const [output, errors] = await Promise.all([
    new Response(child.stdout).bytes(),
    new Response(child.stderr).text(),
  ]);
  const code = await child.exited;
  if (timeoutMs !== undefined && child.signalCode === "SIGKILL")
    throw new ScriptTimeout(`${path} took too long`);
  if (code !== 0) throw new Error(`${path} failed: ${errors.trim().slice(-2000)}`);
  return output;
}
