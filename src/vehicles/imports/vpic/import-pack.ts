import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { copyFile, mkdir, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { ensureDataFolder, syncPath } from "../../../base/data-folder.ts";
import type { Progress } from "../../../base/loading.ts";
import { OperatorError } from "../../../base/operator-error.ts";
import { comparePacks, type PackComparison } from "../../../vin/compare-packs.ts";
import type { Pack } from "../../../vin/pack/pack.ts";
import type { PackMeta } from "../../../vin/pack/pack-meta.ts";
import { type CallComparison, compareCalls } from "./compare-calls.ts";
import type { RecentVins } from "./recent-vins.ts";
import {
  compileInWorker,
  dumpFolder,
  keptDump,
  openVinPack,
  partialEnd,
  removeAbandoned,
  shippedPack,
  usablePack,
  vinPackFile,
} from "./vin-pack.ts";

export interface PackImport {
  readonly progress: (step: Progress) => void;
  /** Bounds the model years of the compared VINs. */
  readonly currentYear: number;
  /** Compile and compare, and change nothing. */
  readonly dryRun?: boolean;
  /** Reads the VINs of recent calls; without it they are not compared. */
  readonly recent?: (() => Promise<RecentVins>) | undefined;
}

export interface ImportedPack extends PackComparison {
  readonly pack: Pack;
  /** The same data as those in use, which then keep what was there before them. */
  readonly repeated: boolean;
  /** The data in use before; undefined if there are none. */
  readonly inUse: PackMeta | undefined;
  /** Absent without data in use, and if calls are not compared. */
  readonly calls?: CallComparison;
}

export const former = (path: string): string => `${path}.former`;

/**
 * Compiles NHTSA's dump into a pack and compares it with the one in use, which it then replaces. The former pack and its
 * dump are kept for a rollback. Throws `OperatorError` for a file that is no dump, and for a pack with much less in it;
 * the present pack then stays.
 */
export async function importVinPack(dataDir: string, dump: string, how: PackImport): Promise<ImportedPack> {
  ensureDataFolder(dataDir);
  const file = vinPackFile(dataDir);
  const candidate = `${file}.${process.pid}.${crypto.randomUUID().slice(0, 8)}`;
  try {
    await compileInWorker({ file: candidate, dump }, how.progress);
    const made = await comparedPack(dataDir, candidate, how);
    if (how.dryRun === true) return made;
    if (!made.repeated) await keepFormer(dataDir);
    renameSync(candidate, file);
    syncPath(dataDir);
    await keepDump(dataDir, dump, { name: basename(dump), place: copyFile });
    return made;
  } finally {
    rmSync(candidate, { force: true });
    removeAbandoned(dataDir);
  }
}

/**
 * The compiled candidate, compared with the pack in use. Throws `OperatorError` for one with much less in it.
 */
export async function comparedPack(
  dataDir: string,
  candidate: string,
  { currentYear, recent }: Pick<PackImport, "currentYear" | "recent">,
): Promise<ImportedPack> {
  const file = vinPackFile(dataDir);
  // Before the packs are in memory.
  const recentVins = await recent?.();
  const pack = await usablePack(candidate);
  if (!pack) throw new Error(`${candidate} was compiled but cannot be read back`);
  const present = await usablePack(file);
  const inUse = present ?? (keptDump(dataDir) === undefined ? await usablePack(shippedPack) : undefined);
  const compared = comparePacks(pack, inUse, currentYear);
  if (compared.problems.length > 0) throw refusal(compared, present && file);
  const repeated = present?.meta.fingerprint === pack.meta.fingerprint;
  const calls = inUse && recentVins && compareCalls(recentVins, { present: inUse, made: pack, currentYear });
  return { pack, repeated, inUse: inUse?.meta, ...compared, ...(calls && { calls }) };
}

/**
 * Puts a compared candidate in the place of the pack in use, and moves its dump to the kept one; both are on the disk of
 * the data folder.
 */
export async function useVinPack(
  dataDir: string,
  { candidate, dump, repeated }: { candidate: string; dump: string; repeated: boolean },
): Promise<void> {
  if (!repeated) await keepFormer(dataDir);
  renameSync(candidate, vinPackFile(dataDir));
  syncPath(dataDir);
  await keepDump(dataDir, dump, { name: "vPIC.dump", place: rename });
}

function refusal({ problems }: PackComparison, file: string | undefined): OperatorError {
  const otherwise =
    file === undefined ? "" : ` If the new ones are right, delete ${file} and import them again.`;
  return new OperatorError(
    `the new VIN data are not used: ${problems.join(", and ")}. The present ones stay.${otherwise}`,
  );
}

/** Keeps the present pack and its dump under other names; the pack also stays where it is. */
async function keepFormer(dataDir: string): Promise<void> {
  const [file, dumps] = [vinPackFile(dataDir), dumpFolder(dataDir)];
  if (!existsSync(file)) return;
  await copyFile(file, file + partialEnd);
  syncPath(file + partialEnd);
  renameSync(file + partialEnd, former(file));
  rmSync(former(dumps), { recursive: true, force: true });
  if (existsSync(dumps)) renameSync(dumps, former(dumps));
}

interface Keeping {
  readonly name: string;
  readonly place: (from: string, to: string) => Promise<void>;
}

async function keepDump(dataDir: string, dump: string, { name, place }: Keeping): Promise<void> {
  const folder = dumpFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept = join(folder, name);
  await place(dump, kept + partialEnd);
  syncPath(kept + partialEnd);
  await rename(kept + partialEnd, kept);
  // Before those go that it replaces.
  syncPath(folder);
  for (const other of readdirSync(folder)) if (other !== name) rmSync(join(folder, other));
}

/**
 * Exchanges the pack and its dump with the former ones. Throws `OperatorError` if there are none. A pack of another
 * version of the program is compiled again.
 */
export async function rollBackVinPack(dataDir: string, progress: (step: Progress) => void): Promise<Pack> {
  exchangeVinPacks(dataDir);
  return openVinPack(dataDir, { progress });
}

/** Exchanges the pack and its dump with the former ones. Throws `OperatorError` if there are none. */
export function exchangeVinPacks(dataDir: string): void {
  const [file, dumps] = [vinPackFile(dataDir), dumpFolder(dataDir)];
  if (!existsSync(former(file)))
    throw new OperatorError(
      `${dataDir} contains no previous VIN data: an import keeps the data that it replaces`,
    );
  exchangePacks(file);
  exchangeFolders(dumps, former(dumps));
  syncPath(dataDir);
}

/** A pack is there at any time. */
function exchangePacks(file: string): void {
  const kept = existsSync(file);
  if (kept) {
    copyFileSync(file, file + partialEnd);
    syncPath(file + partialEnd);
  }
  renameSync(former(file), file);
  if (kept) renameSync(file + partialEnd, former(file));
}

/** Exchanges two folders, of which either may be absent. */
function exchangeFolders(one: string, other: string): void {
  const between = one + partialEnd;
  rmSync(between, { recursive: true, force: true });
  if (existsSync(one)) renameSync(one, between);
  if (existsSync(other)) renameSync(other, one);
  if (existsSync(between)) renameSync(between, other);
}
