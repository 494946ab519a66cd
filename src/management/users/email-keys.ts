import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { emailKey, users } from "../common/user-resource.ts";
import { writeUserWords } from "../common/user-words.ts";

/** An account that keeps its former key, because an older account has the new one. */
export interface SameEmail {
  readonly user: string;
  readonly other: string;
}

/**
 * Writes the keys of email addresses that an earlier version compared in lower case only. Keys of ASCII characters
 * stay the same.
 */
export async function updateEmailKeys(tx: Queries): Promise<SameEmail[]> {
  const rows = await users.select(
    tx,
    sql`where octet_length(email_key) <> length(email_key) order by registered_at, id`,
  );
  const same: SameEmail[] = [];
  for (const row of rows) {
    const key = emailKey(row.email);
    if (key === row.emailKey) continue;
    const other = await tx.get<{ id: string }>(sql`select id from app_user where email_key = ${key}`);
    if (other) {
      same.push({ user: row.id, other: other.id });
      continue;
    }
    await tx.run(sql`update app_user set email_key = ${key} where id = ${row.id}`);
    await writeUserWords(tx, { ...row, emailKey: key });
  }
  return same;
}
