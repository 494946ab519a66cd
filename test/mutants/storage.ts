import type { Mutant } from "./mutant.ts";

/** Bugs in how the SQLite file and its log are kept. */
export const storageMutants: readonly Mutant[] = [
  {
    bug: "closing a descriptor of the database's file releases the locks of its connections",
    file: "src/database/open-sqlite.ts",
    find: 'openSync(file, "wx", 0o600)',
    replace: 'openSync(file, "a", 0o600)',
    test: "test/server/processes/foreign-client.test.ts",
    named: "another SQLite client takes nothing from a service that is killed",
  },
];
