import { expect, test } from "bun:test";
import type { Database } from "../database/database.ts";
import { authenticateToken } from "./authenticate.ts";
import { digestToken } from "./tokens.ts";

test("an operator's own token may begin as ours do; another such text is refused unread", async () => {
  const token = "vgo_chosen-by-the-operator-1";
  const known = { clientToken: "vgc_none", operatorDigest: digestToken(token) };
  const database = {
    get: () => Promise.reject(new Error("the database was asked")),
  } as unknown as Database;
  expect(await authenticateToken(database, `Bearer ${token}`, known, 0)).toEqual({ kind: "operator" });
  await expect(authenticateToken(database, `Bearer ${token}2`, known, 0)).rejects.toThrow("is unknown");
});
