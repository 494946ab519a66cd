import type { Mutant } from "./mutant.ts";

const test = "test/declared.test.ts";
const named = "permissions and events of features are listed at their places";

/** Bugs in the lists of what features declare. */
export const declaredMutants: readonly Mutant[] = [
  {
    bug: "events that follow those of a feature listed later go to the end",
    file: "src/outbox/declared-events.ts",
    find: "left.find(({ eventsAfter }) => declaredEvents.some(isAt(eventsAfter))) ?? left[0]!",
    replace: "left[0]!",
    test,
    named,
  },
  {
    bug: "permissions of features are listed at the end",
    file: "src/http/permissions.ts",
    find: "(one) => one === permissionsAfter",
    replace: "(one) => one === names[0]",
    test,
    named,
  },
];
