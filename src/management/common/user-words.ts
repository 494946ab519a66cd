import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { InvalidRequest } from "../../http/errors.ts";
import { matchesMax, nameWords, WordIndex, wordsOf } from "./word-index.ts";

/** The words of users: their emails, the emails' domains, and the words of their names. */
export const userWords = new WordIndex("user_word", "user_id");

type Named = Readonly<Record<"id" | "email" | "firstName" | "lastName", string>> & {
  readonly emailKey: string | null;
};

/** Stores the words that find a user. */
export function writeUserWords(tx: Queries, user: Named): Promise<void> {
  const email = user.emailKey ?? "";
  return userWords.write(tx, user.id, [
    email,
    // As search reads it: its case is not folded.
    ...wordsOf(user.email),
    email.slice(email.indexOf("@") + 1),
    ...nameWords(`${user.firstName} ${user.lastName}`),
  ]);
}

const [wordsForm, currentForm] = ["user_words_form", "3"];

/** Writes the words of users again that an earlier version wrote in another form. Once for a database. */
export async function updateUserWords(tx: Queries): Promise<void> {
  const form = await tx.get<{ value: string }>(sql`select value from setting where name = ${wordsForm}`);
  if (form?.value === currentForm) return;
  const rows = await tx.all<Named>(sql`
    select id, email, email_key as "emailKey", first_name as "firstName", last_name as "lastName" from app_user
    where id in (
      select user_id from user_word where octet_length(word) <> length(word) or word like '%-%')`);
  for (const row of rows) await writeUserWords(tx, row);
  await tx.run(sql`
    insert into setting (name, value) values (${wordsForm}, ${currentForm})
    on conflict (name) do update set value = excluded.value`);
}

/**
 * Users with a word that begins with each of a text's words; undefined for a text without words. 422 if every
 * word matches very many users: such a list would delay all other calls.
 */
export async function withWords(db: Queries, text: string): Promise<Sql | undefined> {
  const matching = await userWords.matching(db, text);
  if (matching?.isBroad)
    throw new InvalidRequest(
      ["query", "text"],
      `more than ${matchesMax} users match; write longer words`,
      text,
    );
  return matching && sql`id in (${matching.ids})`;
}
