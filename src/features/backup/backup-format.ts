import type { KeyMaking } from "./passphrase.ts";

/** The first bytes of a backup, and the last ones, before its SHA-256. */
export const magic = Buffer.from("VINGATE BACKUP\n", "latin1");
export const endMagic = Buffer.from("VINGATE BACKUP END\n", "latin1");
export const digestBytes = 32;

/** A program reads files of this format and of earlier ones. */
export const formatNumber = 1;

/** What can be read of a backup without its passphrase. */
export interface BackupHeader {
  readonly format: number;
  readonly id: string;
  /** Milliseconds UTC. All calls that were answered before are in it. */
  readonly made_at: number;
  readonly program: string;
  /** The last migration of the database. */
  readonly schema: string;
  readonly encryption: KeyMaking | null;
}

export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** The last number that its identity column gave; 0 if it has none. */
  readonly last_number: number;
}

export interface BackupFile {
  /** Relative to the data folder. */
  readonly path: string;
  readonly bytes: number;
}

/** What a backup contains: its first frame. */
export interface BackupContents {
  readonly dialect: "sqlite" | "postgres";
  readonly migrations: readonly string[];
  readonly tables: readonly BackupTable[];
  readonly files: readonly BackupFile[];
  /** Settings that differ from their defaults; null for secrets, which are not in the backup. */
  readonly settings: Readonly<Record<string, string | null>>;
  /** Identifies the installation's master key; null if it has none yet. */
  readonly master_key_check: string | null;
  /** In hex; null without `--with-master-key`. */
  readonly master_key: string | null;
}

/** The kinds of frames, in the order in which they come. `index` is that of the table or of the file. */
export type Frame =
  | { readonly kind: "contents"; readonly bytes: Buffer }
  | { readonly kind: "rows" | "file"; readonly index: number; readonly bytes: Buffer }
  | { readonly kind: "end"; readonly bytes: Buffer };

export const frameKinds = ["contents", "rows", "file", "end"] as const;
/** Kind and index. */
export const frameHeadBytes = 5;
/** No frame is larger before compression. A row has a few MiB at most. */
export const frameBytesMax = 256 * 2 ** 20;
