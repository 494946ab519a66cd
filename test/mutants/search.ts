import type { Mutant } from "./mutant.ts";

const search = "src/management/system/search";
const found = "test/management/search.test.ts";
const plans = "test/management/search-plans.test.ts";
const money = "src/features/payments/test/search.test.ts";

/** Bugs in one search: whose objects it finds, for whom, by which index, and what it shows of keys. */
export const searchMutants: readonly Mutant[] = [
  {
    bug: "each operator finds what its role may not see",
    file: `${search}/run-search.ts`,
    find: "isPermitted(caller, permission) && ",
    replace: "",
    test: found,
    named: "each role finds what it may list",
  },
  {
    bug: "a customer searches another's account",
    file: `${search}/search-endpoints.ts`,
    find: 'caller.kind === "user" && caller.userId === params.id',
    replace: "true",
    test: found,
    named: "another's account is not found, and no answer, log or error shows the text",
  },
  {
    bug: "a customer finds another's papers",
    file: "src/features/papers/paper-search.ts",
    find: `sql\`and p.account_id = \${account}\``,
    replace: "sql``",
    test: money,
    named: "a customer finds what its lists have, and nothing of another",
  },
  {
    bug: "a customer finds another's payments",
    file: "src/features/payments/payment-search.ts",
    find: `sql\`and y.account_id = \${account}\``,
    replace: "sql``",
    test: money,
    named: "a customer finds what its lists have, and nothing of another",
  },
  {
    bug: "a customer finds another's keys",
    file: "src/management/subscriptions/key-endings.ts",
    find: `sql\`and s.owner_id = \${account}\``,
    replace: "sql``",
    test: found,
    named: "a key by its last four characters, masked or whole; no whole key is answered",
  },
  {
    bug: "a customer finds another's calls",
    file: `${search}/call-searchers.ts`,
    find: "userIds: account === undefined ? [] : [account]",
    replace: "userIds: []",
    test: found,
    named: "a call by its call ID and request ID, for its customer alone",
  },
  {
    bug: "only the last four characters of a longer end are compared",
    file: "src/management/subscriptions/key-endings.ts",
    find: 'if (start === "" && end.length <= endingOf(end).length) return true;',
    replace: 'if (start === "") return true;',
    test: found,
    named: "a key by its last four characters, masked or whole; no whole key is answered",
  },
  {
    bug: "ø, ł and ß are letters of their own",
    file: "src/management/common/word-index.ts",
    find: "    .replace(unfolded, (letter) => folded[letter]!)\n",
    replace: "",
    test: found,
    named: "a customer by the start of any word, folded, by address and by ID",
  },
  {
    bug: "the log has the message of a searcher's error",
    file: `${search}/run-search.ts`,
    find: "error instanceof Error ? error.name : typeof error",
    replace: "String(error)",
    test: found,
    named: "a searcher that fails is named, without what was typed",
  },
  {
    bug: "a customer is answered the last number of all",
    file: "src/features/papers/paper-search.ts",
    find: `sql\`account_id = \${account} order by +issued_at desc\``,
    replace: "sql`issued_at > 0 order by issued_at desc`",
    test: money,
    named: "a number that no paper has is answered with the last one, for a customer with its own last one",
  },
  {
    bug: "an account's payments are read among all of their sum",
    file: "src/features/payments/payment-search.ts",
    find: "account === undefined ? sql`y.minor` : sql`+y.minor`",
    replace: "sql`y.minor`",
    test: plans,
    named: "in one account, its rows alone are read, and not those of all with the same sum or time",
  },
  {
    bug: "a returned charge is found without its index",
    file: "src/features/payments/payment-search.ts",
    find: `where provider in (\${list(providerNames)}) and provider_ref = \${text} limit`,
    replace: `where provider_ref = \${text} limit`,
    test: plans,
    named: "a search scans no table that grows, in all accounts and in one",
  },
];
