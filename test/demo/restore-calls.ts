import type { Context } from "../../src/calls/context.ts";
import { writeHeld } from "../../src/decisions/held.ts";

/** What an operator decides after a restore. */
export const restoreCalls = [
  {
    operation: "resumeService",
    prepare: async ({ database, clock }: Context) => {
      await database.transaction((tx) =>
        writeHeld(tx, {
          epoch: 2,
          since: clock(),
          causes: ["The database was restored from a backup, without the previous decision logs"],
          gap: null,
          replayed: {},
          unknown: {},
          callsLost: 0,
          unread: [],
          endsItself: false,
        }),
      );
    },
    json: () => ({ messages: "drop" }),
  },
] as const;
