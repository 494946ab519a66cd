import { z } from "zod";
import { digestToken } from "../../access/tokens.ts";
import type { Vault } from "../../access/vault.ts";
import { nextTurn } from "../../base/pause.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { isOperator, type KeySlot, keySlots } from "../../http/caller.ts";
import { type BodyCall, json } from "../../http/endpoint.ts";
import { secret } from "../../http/validation/secrets.ts";
import { keyContext } from "./subscription-keys.ts";

const FindKeyRequest = z.strictObject({
  key: secret(
    z
      .string()
      .regex(/^vgk_[A-Za-z0-9]{4,}(?:…[A-Za-z0-9]{0,5})?$/)
      .max(256),
  ).describe(
    "A key, its beginning of at least 8 characters, or its masked form, for example `vgk_F8wV…M49Un`.",
  ),
});

const FoundKey = z
  .object({
    subscription_id: z.string(),
    user_id: z.string(),
    slot: z.enum(keySlots).describe("The slot of the key, also if it was replaced."),
  })
  .meta({ id: "FoundKey" });

export const keySearchEndpoints = [
  endpoint({
    id: "findKeys",
    whileHeld: true,
    method: "POST",
    path: "/keys/find",
    tag: "Keys",
    summary: "Find subscriptions by the beginning of a key",
    description: "Returns at most ten, and no key. Customers find their own.",
    audience: "customer",
    permission: "calls.view",
    body: FindKeyRequest,
    response: z.array(FoundKey),
    extension: true,
    handle: findKeys,
  }),
];

const foundMax = 10;
/** Keys that are read and opened between two turns of the event loop: a few milliseconds. */
const keysAtOnce = 500;

export interface KeyRow {
  readonly digest: string;
  readonly subscription_id: string;
  readonly user_id: string;
  readonly slot: KeySlot;
  readonly sealed: Uint8Array | null;
}

async function findKeys(context: Context, call: BodyCall<typeof FindKeyRequest>) {
  const { caller } = call;
  const own = caller.kind === "user" && !isOperator(caller) ? sql`and s.owner_id = ${caller.userId}` : sql``;
  const [start = "", end = ""] = call.body.key.split("…");
  const found: z.output<typeof FoundKey>[] = [];
  for await (const row of matching(context.database, context.identity.vault, own, start, end)) {
    const { subscription_id, user_id, slot } = row;
    found.push({ subscription_id, user_id, slot });
    if (found.length === foundMax) break;
  }
  return json(found);
}

/** Keys are stored by their digests, so a whole key is found at its own; a part is compared with each key. */
async function* matching(
  db: Queries,
  vault: Vault,
  own: ReturnType<typeof sql>,
  start: string,
  end: string,
): AsyncGenerator<KeyRow> {
  const select = sql`
    select k.digest, k.subscription_id, s.owner_id as user_id, k.slot, k.sealed
    from subscription_key k join subscription s on s.id = k.subscription_id`;
  const whole = await db.get<KeyRow>(sql`${select} where k.digest = ${digestToken(start)} ${own}`);
  if (whole) return yield whole;
  for (let after = ""; ; ) {
    const rows = await db.all<KeyRow>(sql`
      ${select} where k.digest > ${after} ${own} order by k.digest limit ${keysAtOnce}`);
    for (const row of rows) {
      if (!row.sealed) continue;
      const key = vault.open(row.sealed, keyContext(row.subscription_id, row.slot));
      if (key.startsWith(start) && key.endsWith(end)) yield row;
    }
    if (rows.length < keysAtOnce) return;
    after = rows.at(-1)!.digest;
    await nextTurn();
  }
}
