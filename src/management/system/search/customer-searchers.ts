import { sql } from "../../../database/sql.ts";
import { type Hit, hitsMost, type Searcher, type Sought } from "../../../running/searches.ts";
import { emailKey, type UserRow } from "../../common/user-resource.ts";
import { userWords } from "../../common/user-words.ts";
import { beginWords, wordsOf } from "../../common/word-index.ts";

interface Named extends Pick<UserRow, "id" | "email" | "state"> {
  readonly name: string;
}

/** Among so many of the newest is the one whose whole name or address the text is. */
const comparedMost = 200;

const columns = sql`id, trim(first_name || ' ' || last_name) as name, email, state`;

/** Finds accounts by ID, and by the start of any word of name and address. */
export const customerSearcher: Searcher = {
  group: "customers",
  permission: "customers.view",
  isOfOperators: true,
  async find({ db, forms: { text, id, isSecret } }) {
    if (isSecret) return [];
    const byId =
      id === undefined
        ? []
        : await db.all<Named>(sql`select ${columns} from app_user where id = ${id} and state <> 'deleted'`);
    const matching = await userWords.matching(db, text);
    const byWords = matching
      ? await db.all<Named>(sql`
          select ${columns} from app_user where id in (${matching.ids}) and state <> 'deleted'
          order by registered_at desc, id desc limit ${comparedMost}`)
      : [];
    const [key, name] = [emailKey(text), wordsOf(text).join(" ")];
    const isWhole = (one: Named) => emailKey(one.email) === key || wordsOf(one.name).join(" ") === name;
    const hits = [
      ...byId.map((one) => hitOf(one, true)),
      ...byWords.filter(isWhole).map((one) => hitOf(one, true)),
      ...byWords.filter((one) => !isWhole(one)).map((one) => hitOf(one, false)),
    ];
    return hits.slice(0, hitsMost);
  },
};

const hitOf = ({ id, name, email, state }: Named, isExact: boolean): Hit => ({
  kind: "customer",
  label: name || email,
  detail: email,
  values: { email, state },
  object: `/users/${id}`,
  account: id,
  isExact,
});

interface Owned {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly state: string;
  readonly owner: string;
}

/** The one with the ID, or those of an account. */
async function readSubscriptions({ db, forms: { id }, account }: Sought): Promise<Owned[]> {
  if (id === undefined && account === undefined) return [];
  const condition = account === undefined ? sql`s.id = ${id!}` : sql`s.owner_id = ${account}`;
  return db.all<Owned>(sql`
    select s.id, s.owner_id as account, s.display_name as name, s.state,
      trim(u.first_name || ' ' || u.last_name) as owner
    from subscription s join app_user u on u.id = s.owner_id
    where ${condition} and s.deleted_at is null order by s.created_at desc, s.id limit ${comparedMost}`);
}

/** Finds subscriptions by ID, and those of one account by name. */
export const subscriptionSearcher: Searcher = {
  group: "customers",
  permission: "credits.view",
  async find(sought) {
    const { id, words, isSecret } = sought.forms;
    if (isSecret) return [];
    const found = await readSubscriptions(sought);
    return found
      .filter((one) => one.id === id || (words.length > 0 && beginWords(words, one.name)))
      .sort((a, b) => Number(b.id === id) - Number(a.id === id))
      .slice(0, hitsMost)
      .map(({ id: own, account, name, state, owner }) => ({
        kind: "subscription",
        label: name,
        detail: sought.account === undefined ? owner : state,
        values: { state },
        object: `/subscriptions/${own}`,
        account,
        isExact: own === id,
      }));
  },
};
