import { chmod, open, stat } from "node:fs/promises";

/** Writes a file of secrets for its owner's eyes only, and waits until the disk has it. */
export async function writeSecretFile(path: string, text: string): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  // The mode given to open counts for new files only.
  await chmod(path, 0o600);
}

/** Throws, with the command that mends it, where a file of secrets can be read by others than its owner. */
export async function requirePrivate(path: string): Promise<void> {
  // Windows has no such modes.
  if (process.platform === "win32") return;
  const found = await stat(path).catch(() => undefined);
  if (found && (found.mode & 0o077) !== 0)
    throw new Error(`${path} holds secrets and can be read or written by others; run: chmod 600 "${path}"`);
}
