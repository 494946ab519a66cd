import { expect, test } from "bun:test";
import { kinds } from "../../../../test/database/databases.ts";
import { secondMissing } from "../../../../test/verify/run-second.ts";
import { moveHistory } from "./moved-histories.ts";

const histories = { sqlite: 24, postgres: 8 };
const statementsMin = { sqlite: 300, postgres: 100 };

for (const kind of kinds)
  test.skipIf(kind.missing || secondMissing !== undefined)(
    `each call is in the statement of one account, however a subscription moves, on ${kind.dialect}`,
    async () => {
      let [statements, moves] = [0, 0];
      for (let seed = 1; seed <= histories[kind.dialect]; seed++) {
        const result = await moveHistory(kind, seed);
        expect([seed, result.faults]).toEqual([seed, []]);
        statements += result.statements;
        moves += result.moves;
      }
      console.log(`${statements} statements, ${moves} moves`);
      expect(statements).toBeGreaterThan(statementsMin[kind.dialect]);
      expect(moves).toBeGreaterThan(histories[kind.dialect] * 5);
    },
    1_800_000,
  );
