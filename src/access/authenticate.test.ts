import { expect, test } from "bun:test";
import type { Database } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { authenticateToken } from "./authenticate.ts";
import { proofOfHost } from "./proof.ts";
import { digestToken } from "./tokens.ts";

test("accepts an operator's token with our prefix; refuses others without a query", async () => {
  const token = "vgo_chosen-by-the-operator-1";
  const known = {
    clientToken: "vgc_none",
    operatorDigest: digestToken(token),
    operatorSecondFactor: undefined,
    factorOf: () => sql`null`,
  } as const;
  const database = {
    get: () => Promise.reject(new Error("the database was queried")),
  } as unknown as Database;
  expect(await authenticateToken(database, `Bearer ${token}`, known, 0)).toEqual({
    kind: "operator",
    proof: proofOfHost(),
  });
  await expect(authenticateToken(database, `Bearer ${token}2`, known, 0)).rejects.toThrow("Invalid token");
});
