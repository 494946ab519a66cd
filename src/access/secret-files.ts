import { chmod, open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { syncPath } from "../base/data-folder.ts";

/** Writes a file of secrets that only its owner can read, and waits until it and its name are on disk. */
export async function writeSecretFile(path: string, text: string): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  // The mode given to open applies to new files only.
  await chmod(path, 0o600);
  syncPath(dirname(path));
}

/** Throws, naming the command that corrects it, if others can read or write a file of secrets. */
export async function requirePrivate(path: string): Promise<void> {
  // Windows has no such modes.
  if (process.platform === "win32") return;
  const found = await stat(path).catch(() => undefined);
  if (found && (found.mode & 0o077) !== 0)
    throw new Error(
      `${path} contains secrets and can be read or written by others; run: chmod 600 "${path}"`,
    );
}
