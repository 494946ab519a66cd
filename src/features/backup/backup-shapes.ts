import { z } from "zod";
import type { BackupContents, BackupHeader } from "./backup-format.ts";

// What a file states of itself is checked before anything follows it: a file from elsewhere may state anything. Members
// of later programs are kept.

const count = z.int().min(0);
const name = z.string().min(1).max(200);

/** The bounds keep a key from taking all memory. */
const encryption = z.object({
  kdf: z.literal("scrypt"),
  cipher: z.literal("aes-256-gcm"),
  n: z
    .int()
    .min(2)
    .max(2 ** 20),
  r: z.int().min(1).max(32),
  p: z.int().min(1).max(16),
  salt: z.string().max(1000),
});

export const headerShape: z.ZodType<BackupHeader> = z.object({
  format: z.int().min(1),
  id: name,
  made_at: count,
  program: name,
  schema: name,
  encryption: encryption.nullable(),
});

export const contentsShape: z.ZodType<BackupContents> = z.object({
  dialect: z.enum(["sqlite", "postgres"]),
  migrations: z.array(name).max(10_000),
  tables: z
    .array(z.object({ name, columns: z.array(name).max(1000), rows: count, last_number: count }))
    .max(10_000),
  files: z.array(z.object({ path: z.string().min(1).max(1000), bytes: count })).max(10_000),
  settings: z.record(z.string(), z.string().nullable()),
  master_key_check: z.string().nullable(),
  master_key: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});
