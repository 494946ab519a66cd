import { readFileSync, statSync } from "node:fs";

/**
 * The IDs of the processes that hold locks on a file, without opening it. Empty on systems without `/proc/locks`, and
 * for processes of other containers.
 */
export function lockHolders(file: string): number[] {
  const inode = statSync(file, { throwIfNoEntry: false })?.ino;
  if (inode === undefined) return [];
  let locks: string;
  try {
    locks = readFileSync("/proc/locks", "utf8");
  } catch {
    return [];
  }
  // 1: POSIX  ADVISORY  READ 5928 fe:00:2146874 1073741826 1073742335. The device can be another than that of `stat`.
  const holders = locks.matchAll(/^\d+: POSIX +\w+ +\w+ (\d+) [0-9a-f]+:[0-9a-f]+:(\d+) /gm);
  return [...new Set([...holders].flatMap(([, pid, of]) => (Number(of) === inode ? Number(pid) : [])))];
}
