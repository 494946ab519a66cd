import type { Mutant } from "./mutant.ts";

const test = "test/wording.test.ts";
const named = "things in comments do not speak";

/** Comments that break rules 1 and 3 of STYLE.md. */
export const commentMutants: readonly Mutant[] = [
  {
    bug: "a comment in which a database has knowledge",
    file: "src/decisions/causes.ts",
    find: "/** The database's row of a log. */",
    replace: "/** What the database knows of a log. */",
    test,
    named,
  },
  {
    bug: "a comment in which a log speaks, on its second line",
    file: "src/database/database.ts",
    find: "that state too until it ends.",
    replace: "that state too until the log says so.",
    test,
    named,
  },
  {
    bug: "a comment that begins with Of",
    file: "src/access/rotation/key-ring.ts",
    find: "/** The check value of the key that it seals with. */",
    replace: "/** Of the key that it seals with. */",
    test,
    named,
  },
  {
    bug: "a comment of the console whose second sentence begins with Of",
    file: "console/src/parts/confirm-email.tsx",
    find: "and sends the link again. */",
    replace: "and sends the link again. Of two links, the last. */",
    test,
    named,
  },
];
