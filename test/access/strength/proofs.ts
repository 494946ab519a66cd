import { byAppCode, byPasskey, byPassword, type Proved } from "../../../src/access/proof.ts";
import { createSession } from "../../../src/access/sessions.ts";
import { digestToken, mintToken, type TokenKind } from "../../../src/access/tokens.ts";
import { minuteMs } from "../../../src/base/durations.ts";
import { sql } from "../../../src/database/sql.ts";
import type { Factor } from "../../../src/http/proof.ts";
import { type Account, signUp, type TestService } from "../../harness.ts";

/** A caller of the walk: its credential, who it is, and what the service requires of operators. */
export interface Caller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if it is nobody who could name itself. */
  readonly userId: string | undefined;
  readonly setting: Factor | undefined;
}

const old = 16 * minuteMs;

/** The 32 proofs of `intents.ts`, in its order. */
export async function callersOf(service: TestService): Promise<readonly Caller[]> {
  const { database } = service.app;
  const now = service.app.clock();
  const person = async (factor?: "code" | "passkey", operator = false) => {
    const account = await signUp(service);
    const { userId } = account;
    if (operator)
      await database.run(
        sql`update app_user set role = 'operator', operator_role = 'owner' where id = ${userId}`,
      );
    if (factor === "code")
      await database.run(
        sql`insert into second_factor (user_id, last_step, on_since) values (${userId}, 0, 0)`,
      );
    if (factor === "passkey")
      await database.run(sql`
        insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, created_at)
        values (${userId}, ${userId}, ${userId}, ${new Uint8Array(1)}, 0, '[]', 'Key', 0)`);
    return account;
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const session = ({ userId }: Account, proved: Proved, at = now) =>
    database.transaction(async (tx) => {
      const start = { proved: { ...proved, at }, address: "127.0.0.1", agent: null };
      return bearer((await createSession(tx, userId, now, start)).token);
    });
  const program = async (
    kind: TokenKind,
    userId: string | null,
    made: string | null,
    strength: string | null,
  ) => {
    const token = mintToken(kind);
    await database.run(sql`
      insert into access_token (digest, kind, user_id, created_at, expires_at, id, strength, made_for)
      values (${digestToken(token)}, ${kind}, ${userId}, ${now}, ${null}, ${digestToken(token)}, ${strength}, ${made})`);
    return bearer(token);
  };

  const callers: Caller[] = [];
  const add = (name: string, headers: Caller["headers"], account?: Account, setting?: Factor) =>
    void callers.push({ name, headers, userId: account?.userId, setting });
  const plain = await person();
  const coded = await person("code");
  const keyed = await person("passkey");
  add("no credential", {});
  add("client", service.clientHeaders);
  add("key", { "x-authkey": plain.key });
  add("assistant", bearer(mintToken("vga")));
  add("token: read", await program("vgt", plain.userId, "read", "oneFactor"), plain);
  add("token: read, change", await program("vgt", plain.userId, "read,change", "oneFactor"), plain);
  add("token: all", await program("vgt", plain.userId, "read,change,show,money,secrets", "oneFactor"), plain);
  add("token of before", await program("vgt", plain.userId, null, null), plain);
  add("password fresh", await session(plain, byPassword), plain);
  add("password old", await session(plain, byPassword, now - old), plain);
  add("1 of 2", await session(coded, byPassword), coded);
  add("1 of 2, a passkey", await session(keyed, byPassword), keyed);
  add("code fresh", await session(coded, byAppCode), coded);
  add("code old", await session(coded, byAppCode, now - old), coded);
  add("passkey fresh", await session(keyed, byPasskey), keyed);
  add("passkey old", await session(keyed, byPasskey, now - old), keyed);

  const required = "twoFactor";
  const opPlain = await person(undefined, true);
  const opCoded = await person("code", true);
  const opKeyed = await person("passkey", true);
  const visit = async (of: Account, proved: Proved) => {
    const headers = await session(of, proved);
    await database.run(sql`
      update access_token set account_id = ${plain.userId}, is_visit = 1
      where digest = ${digestToken(headers.authorization.slice("Bearer ".length))}`);
    return headers;
  };
  add("view as customer", await visit(opCoded, byAppCode), undefined, required);
  add("view as customer, by password", await visit(opPlain, byPassword), undefined, required);
  const ofOperators = async (setting: Factor, prefix: string) => {
    add(`${prefix}: code fresh`, await session(opCoded, byAppCode), opCoded, setting);
    add(`${prefix}: passkey fresh`, await session(opKeyed, byPasskey), opKeyed, setting);
    add(`${prefix}: passkey old`, await session(opKeyed, byPasskey, now - old), opKeyed, setting);
  };
  add("required: password fresh", await session(opPlain, byPassword), opPlain, required);
  add("required: password old", await session(opPlain, byPassword, now - old), opPlain, required);
  await ofOperators(required, "required");
  add("required: code old", await session(opCoded, byAppCode, now - old), opCoded, required);
  const all = "read,change,show,money,secrets";
  add("required: token of a code", await program("vgt", opCoded.userId, all, "twoFactor"), opCoded, required);
  add(
    "required: token of a password",
    await program("vgt", opPlain.userId, all, "oneFactor"),
    opPlain,
    required,
  );
  add("required: token of before", await program("vgt", opCoded.userId, null, null), opCoded, required);
  add("operator token", service.operatorHeaders, undefined, required);
  add("operator token: read, change", await program("vgo", null, "read,change", null), undefined, required);
  await ofOperators("phishingResistant", "passkey required");
  return callers;
}
