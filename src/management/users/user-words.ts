import type { Queries } from "../../database/database.ts";
import { join, rows, type Sql, sql } from "../../database/sql.ts";

const wordsMax = 40;

/** A text's words as they are compared: in lower case, without what stands between them. */
function wordsOf(text: string): string[] {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}@._+-]+/u)
    .filter((word) => word !== "");
}

/** Enters the words by which a user is found: its e-mail, the e-mail's domain, and the words of its names. */
export async function writeUserWords(
  tx: Queries,
  user: { id: string; email_key: string | null; first_name: string; last_name: string },
): Promise<void> {
  const email = user.email_key ?? "";
  const found = [
    email,
    email.slice(email.indexOf("@") + 1),
    ...wordsOf(`${user.first_name} ${user.last_name}`),
  ];
  const words = [...new Set(found)].filter((word) => word !== "").slice(0, wordsMax);
  await tx.run(sql`delete from user_word where user_id = ${user.id}`);
  if (words.length === 0) return;
  await tx.run(
    sql`insert into user_word (word, user_id) values ${rows(words.map((word) => [word, user.id]))}`,
  );
}

/** Users that have a word beginning with each of a text's words; undefined for a text without any. */
export function withWords(text: string): Sql | undefined {
  const words = wordsOf(text).slice(0, wordsMax);
  if (words.length === 0) return undefined;
  return join(
    words.map(
      // No character sorts behind the last one of Unicode.
      (word) => sql`id in (
        select user_id from user_word where word >= ${word} and word < ${`${word}\u{10ffff}`})`,
    ),
    " and ",
  );
}
