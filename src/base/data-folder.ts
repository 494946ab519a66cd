import { accessSync, constants, mkdirSync } from "node:fs";
import { OperatorError } from "./operator-error.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "its parent folder cannot contain folders",
  EACCES: "this user cannot write to it",
  EPERM: "this user cannot write to it",
  EROFS: "the file system is read-only",
  EEXIST: "a file has this name",
  ENOTDIR: "part of its path is a file",
  ENOSPC: "the disk is full",
};

/** Creates the data folder if it is missing, accessible to its owner only. Throws `OperatorError`. */
export function ensureDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      `VINGATE_DATA_DIR ${path} cannot be used: ${reasons[code] ?? message}. Set it to a folder that this user can write to`,
    );
  }
}
