import { flag, initially, integer, orNull, text, word } from "../entities/stored.ts";
import { type Row, Table } from "../entities/table.ts";
import { proofMembers, type SignInMethod } from "./proof.ts";

const none = initially(orNull(text), null);

/** Sessions, access tokens of users, and operator tokens. A token of an organization has the member who made it. */
export const accessTokens = new Table({
  name: "access_token",
  as: "t",
  key: ["digest"],
  members: {
    digest: text,
    userId: orNull(text),
    accountId: none,
    isVisit: initially(flag, false),
    createdAt: integer,
    id: none,
    name: none,
    lastUsedAt: initially(orNull(integer), null),
    method: initially(orNull(word<SignInMethod>()), null),
    address: none,
    agent: none,
    ...proofMembers,
  },
});

export type AccessTokenRow = Row<typeof accessTokens>;
