import { Database } from "bun:sqlite";
import { closeSync, copyFileSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";

const pageBytes = 4096;
export const frameBytes = 24 + pageBytes;
/** Each is a frame of its own, after two that make the table. */
export const rowsMax = 50;

/** A file and its log as a killed process leaves them; `change` is applied before that. */
export function killedDatabase(folder: string, change: (db: Database) => void = () => undefined): string {
  const [live, file] = [join(folder, "live.db"), join(folder, "killed.db")];
  using db = new Database(live);
  db.run("pragma journal_mode = wal");
  db.run("pragma wal_autocheckpoint = 0");
  db.run("create table t (n integer)");
  for (let n = 0; n < rowsMax; n += 1) db.run("insert into t values (?)", [n]);
  change(db);
  for (const end of ["", "-wal"]) copyFileSync(live + end, file + end);
  return file;
}

/** Changes a bit of a file. */
export function flip(path: string, place: number): void {
  const handle = openSync(path, "r+");
  const byte = new Uint8Array(1);
  readSync(handle, byte, 0, 1, place);
  writeSync(
    handle,
    byte.map((value) => value ^ 0x10),
    0,
    1,
    place,
  );
  closeSync(handle);
}

/** A place in a frame of a log. */
export const inFrame = (number: number, at: number) => 32 + number * frameBytes + at;
