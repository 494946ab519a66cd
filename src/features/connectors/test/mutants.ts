import type { Mutant } from "../../../../test/mutants/mutant.ts";

const restores = "src/features/connectors/test/restores.test.ts";
const folder = "src/features/connectors";
const codes = `${folder}/test/exchange.test.ts`;
const endings = `${folder}/test/endings.test.ts`;
const requests = `${folder}/test/requests.test.ts`;
const ofCodes = "codes and tokens of assistants on sqlite";
const ofEndings = "what assistants may do, and how they end, on sqlite";

/** Bugs in who connects assistants, and in what these may do. */
export const mutants: readonly Mutant[] = [
  {
    bug: "a code is exchanged without its verifier",
    file: `${folder}/oauth/tokens.ts`,
    find: "      isVerified(code.challenge, sent.verifier);",
    replace: "      sent.verifier.length > 0;",
    test: codes,
    named: `${ofCodes} a code is refused elsewhere, late, and without its verifier, and stays for its program`,
  },
  {
    bug: "a code used twice leaves its tokens valid",
    file: `${folder}/oauth/tokens.ts`,
    find: 'await endAssistant(tx, assistant, audit, "code used twice");',
    replace: "",
    test: codes,
    named: `${ofCodes} a code used twice ends its tokens`,
  },
  {
    bug: "a refresh token works again",
    file: `${folder}/oauth/tokens.ts`,
    find: "if (row.usedAt !== null || !assistant.isLive)",
    replace: "if (!assistant.isLive)",
    test: codes,
    named: `${ofCodes} a refresh token used again ends the assistant`,
  },
  {
    bug: "simultaneous calls spend more than the day's limit",
    file: `${folder}/spending.ts`,
    find: "where assistant_day.credits + excluded.credits <= (",
    replace: "where 0 <= (",
    test: codes,
    named: `${ofCodes} 64 simultaneous calls spend no more than the day's limit`,
  },
  {
    bug: "an assistant's token is a key",
    file: "src/access/keys/key-cache.ts",
    find: "if (isToken && via === undefined) throw refusedKey();",
    replace: "",
    test: endings,
    named: `${ofEndings} a token is valid at /mcp alone`,
  },
  {
    bug: "a return address needs only to begin as a registered one",
    file: `${folder}/oauth/redirects.ts`,
    find: "if (registered.includes(text)) return true;",
    replace: "if (registered.some((one) => text.startsWith(one))) return true;",
    test: requests,
    named: "what assistants request an unknown program or return address receives nothing",
  },
  {
    bug: "a restore brings an ended assistant back",
    file: "src/features/connectors/assistants.ts",
    find: "kinds: [assistantsEnded]",
    replace: "kinds: []",
    test: restores,
    named: "on sqlite no restore",
  },
  {
    bug: "the days of an ended assistant come back with a restore",
    file: "src/features/connectors/assistants.ts",
    find: "    await deleteParts(tx, list(data.rows.map(([id]) => id!)));\n",
    replace: "",
    test: restores,
    named: "on sqlite no restore",
  },
  {
    bug: "a restore brings codes of assistants back",
    file: "src/features/connectors/assistants.ts",
    find: "delete from assistant_code`",
    replace: "delete from assistant_code where expires_at = 0`",
    test: restores,
    named: "on sqlite no restore",
  },
  {
    bug: "a restore brings tokens of assistants back",
    file: "src/features/connectors/assistants.ts",
    find: "delete from assistant_token`",
    replace: "delete from assistant_token where expires_at = 0`",
    test: restores,
    named: "on sqlite no restore",
  },
  {
    bug: "a faulty request leads to any registered address, unasked",
    file: `${folder}/operations/oauth-endpoints.ts`,
    find: "    if (!(error instanceof Returned)) throw error;",
    replace: "    if (error instanceof Returned) return redirect(error.url);\n    throw error;",
    test: requests,
    named: "other faults are shown to the user, who returns with them to the program",
  },
  {
    bug: "one network registers as many programs as all others may",
    file: `${folder}/oauth/clients.ts`,
    find: "if (ofNetwork >= unusedMax.network)",
    replace: "if (ofNetwork >= unusedMax.all)",
    test: `${folder}/test/registrations.test.ts`,
    named: "unused programs of one network leave room for others",
  },
  {
    bug: "what a late answer took of an assistant's day stays taken",
    file: "src/features/connectors/spending.ts",
    find: "(taken) => taken && giveBack(),",
    replace: "(taken) => taken && undefined,",
    test: "src/features/connectors/test/spending.test.ts",
    named: "on sqlite an answer that comes late is refused",
  },
  {
    bug: "a late answer that took nothing of an assistant's day gives it credits",
    file: "src/features/connectors/spending.ts",
    find: "(taken) => taken && giveBack(),",
    replace: "() => giveBack(),",
    test: "src/features/connectors/test/spending.test.ts",
    named: "on sqlite an answer that comes late and took nothing",
  },
];
