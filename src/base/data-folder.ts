import { accessSync, constants, mkdirSync } from "node:fs";
import { OperatorError } from "./operator-error.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "its parent cannot hold folders",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the file system is read-only",
  EEXIST: "there is a file of this name",
  ENOTDIR: "part of its path is a file",
  ENOSPC: "the disk is full",
};

/** Makes the data folder, for its owner alone, where it is not there yet. */
export function ensureDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      `VINGATE_DATA_DIR ${path} cannot be used: ${reasons[code] ?? message}. Set it to a folder that this user may write to`,
    );
  }
}
