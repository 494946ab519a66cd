import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startWorld, type World } from "../../../../test/decisions/world.ts";
import { kinds, signUp } from "../../../../test/harness.ts";
import { keepingDecisions } from "../../../cli/existing-database.ts";
import { loadConfig } from "../../../config.ts";
import { sql } from "../../../database/sql.ts";
import { decisionsFolder, logIds, readLog } from "../../../decisions/log-file.ts";
import { opened } from "../../../running/opened.ts";
import { rotateKey } from "../days/proof-keys.ts";
import { findSalt } from "../days/salts.ts";
import { Proof } from "../proof.ts";

const keysOf = async ({ service: { app } }: World) =>
  (await opened(app, Proof).keys()).map(({ line }) => line);

for (const kind of kinds)
  describe.skipIf(kind.missing)(`restores of proofs on ${kind.dialect}`, () => {
    test("a replaced key signs no longer alone, and no erased account has a salt", async () => {
      const world = await startWorld(kind);
      try {
        const { app, ask, operatorHeaders: headers } = world.service;
        const [erased, kept] = [await signUp(world.service), await signUp(world.service)];
        for (const { userId } of [erased, kept]) {
          await findSalt(app.database, userId);
          await app.database.run(sql`
            insert into proof_statement (user_id, month, body, issued_at) values (${userId}, '2026-10', '{}', 1)`);
        }
        const [first] = await keysOf(world);
        const point = await world.point();
        for (let count = 0; count < 2; count++) {
          world.service.advance(1000);
          await app.database.transaction((tx) => rotateKey(tx, app.identity.vault, app.clock()));
        }
        const lines = await keysOf(world);
        expect(lines.length).toBe(3);
        expect(lines[2]).toBe(first!);
        expect((await ask("DELETE", `/users/${erased.userId}`, { headers })).status).toBe(200);
        await world.goBack(point);
        expect(await keysOf(world)).toEqual(lines);
        const { database } = world.service.app;
        for (const table of [sql`proof_salt`, sql`proof_statement`])
          expect(await database.all(sql`select user_id as id from ${table}`)).toEqual([{ id: kept.userId }]);
      } finally {
        await world.end();
      }
    });

    test("a command keeps its decision in a log of its own", async () => {
      const folder = mkdtempSync(join(tmpdir(), "vingate-command-"));
      const fresh = await kind.migrated();
      try {
        const db = await fresh.open();
        const config = loadConfig({ VINGATE_DATA_DIR: folder }, []);
        const vault = { seal: () => new Uint8Array([1, 2]), open: () => "", check: "" };
        const rotate = () => db.transaction((tx) => rotateKey(tx, vault, 1));
        await keepingDecisions(db, config, rotate);
        const [id] = logIds(decisionsFolder(config));
        const path = join(decisionsFolder(config), `${id}.log`);
        const entries = readLog({ path }).map(({ content }) => content);
        expect(entries).toEqual([
          {
            at: expect.any(Number),
            decisions: [{ kind: "proof-key", data: { id: expect.any(String), seed: "AQI=", createdAt: 1 } }],
          },
          { confirmed: 1 },
        ]);
      } finally {
        await fresh.end();
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
