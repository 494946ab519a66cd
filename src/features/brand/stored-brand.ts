import { createHash } from "node:crypto";
import { actorName } from "../../access/audit.ts";
import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { Actor } from "../../http/caller.ts";
import { type ApiError, conflict } from "../../http/errors.ts";
import type { Brand, Logo } from "../../running/brand.ts";
import { type Accent, accentColors } from "./colors.ts";

/** A version as it is stored. */
export interface BrandBody {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly url: string | null;
  readonly links: Brand["links"];
  readonly accent: Accent | null;
  readonly time_zone: string | null;
  readonly logo: Logo | null;
  readonly logo_dark: Logo | null;
}

/** A brand with the colors that its palette was made of. */
export interface StoredBrand extends Brand {
  readonly accent: Accent | null;
}

const nothing: BrandBody = {
  name: null,
  email: null,
  phone: null,
  url: null,
  links: [],
  accent: null,
  time_zone: null,
  logo: null,
  logo_dark: null,
};

/** The newest version; version 0 before there is one. */
export const readBrand = async (db: Queries): Promise<StoredBrand> =>
  (await findVersion(db, sql`1 = 1`)) ?? brandFrom({ version: 0, body: nothing });

/** The newest version that was stored at a time or before. */
export const findBrandAt = (db: Queries, at: number): Promise<StoredBrand | undefined> =>
  findVersion(db, sql`at <= ${at}`);

async function findVersion(db: Queries, condition: Sql): Promise<StoredBrand | undefined> {
  const row = await db.get<{ version: number; body: string }>(
    sql`select version, body from brand where ${condition} order by version desc limit 1`,
  );
  return row && brandFrom({ version: row.version, body: JSON.parse(row.body) as BrandBody });
}

function brandFrom({ version, body }: { version: number; body: BrandBody }): StoredBrand {
  const { accent, logo_dark: logoDark, time_zone: timeZone, ...rest } = body;
  return { ...rest, version, accent, colors: accent && accentColors(accent), logoDark, timeZone };
}

/** Stores the next version. Throws 409 if another one was stored at the same time. */
export async function storeBrand(
  tx: Queries,
  body: BrandBody,
  { version, actor, at }: { readonly version: number; readonly actor: Actor; readonly at: number },
): Promise<StoredBrand> {
  const inserted = await tx.run(sql`
    insert into brand (version, body, at, by_actor)
    values (${version}, ${JSON.stringify(body)}, ${at}, ${actorName(actor)}) on conflict (version) do nothing`);
  if (inserted === 0) throw replaced();
  return brandFrom({ version, body });
}

export const replaced = (): ApiError =>
  conflict("The brand was changed by someone else. Read it again, then repeat your change.");

export interface StoredLogo extends Logo {
  readonly bytes: Uint8Array;
}

export const findLogo = (db: Queries, sha256: string): Promise<StoredLogo | undefined> =>
  db.get<StoredLogo>(sql`select sha256, type, bytes from brand_logo where sha256 = ${sha256}`);

/** Stores a logo that was checked. The same bytes are stored once. */
export async function storeLogo(
  tx: Queries,
  { type, bytes }: Omit<StoredLogo, "sha256">,
  at: number,
): Promise<Logo> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await tx.run(sql`
    insert into brand_logo (sha256, type, bytes, at) values (${sha256}, ${type}, ${bytes}, ${at})
    on conflict (sha256) do nothing`);
  return { sha256, type };
}
