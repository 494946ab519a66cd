import type { Queries } from "../../database/database.ts";
import { list, type Sql, sql } from "../../database/sql.ts";

/** The name of an object in the audit log; of a subscription with its owner, a user's path. */
export interface Named {
  readonly name: string;
  readonly owner?: string;
}

interface NamedRow {
  readonly id: string;
  readonly name: string;
  readonly owner?: string;
}

const personOf = (table: Sql) => sql`trim(${table}.first_name || ' ' || ${table}.last_name)`;

/** The statement that names the objects of a kind, by their IDs. A deleted user has no name. */
const statements: Readonly<Record<string, (ids: Sql) => Sql>> = {
  users: (ids) => sql`select id, ${personOf(sql`app_user`)} as name from app_user where id in (${ids})`,
  subscriptions: (ids) => sql`
    select s.id, s.display_name || ', ' || ${personOf(sql`u`)} as name, '/users/' || s.owner_id as owner
    from subscription s join app_user u on u.id = s.owner_id where s.id in (${ids})`,
  products: (ids) => sql`select id, display_name as name from product where id in (${ids})`,
  apis: (ids) => sql`select id, display_name as name from api where id in (${ids})`,
};

const pathOf = /^\/([a-z]+)\/([^/]+)/;

/** The names of users, subscriptions, products and APIs, by paths such as `/users/abc`. */
export async function namesOf(db: Queries, paths: Iterable<string>): Promise<ReadonlyMap<string, Named>> {
  const idsOf = new Map<string, Set<string>>();
  for (const path of paths) {
    const [, kind = "", id = ""] = pathOf.exec(path) ?? [];
    if (kind in statements) idsOf.set(kind, (idsOf.get(kind) ?? new Set()).add(id));
  }
  const found = new Map<string, Named>();
  for (const [kind, ids] of idsOf)
    for (const { id, name, owner } of await db.all<NamedRow>(statements[kind]!(list([...ids]))))
      if (name) found.set(`/${kind}/${id}`, { name, ...(owner !== undefined && { owner }) });
  return found;
}

/** The path whose name an object has: of `/products/a/apis/b` that of the product. */
export const namedPath = (object: string): string => pathOf.exec(object)?.[0] ?? object;
