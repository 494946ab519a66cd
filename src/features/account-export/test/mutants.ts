import type { Mutant } from "../../../../test/mutants/mutant.ts";

const folder = "src/features/account-export";
const test = `${folder}/test/export.test.ts`;
const closing = "test/api/account-closing.test.ts";

/** Bugs in exports of accounts, and in closing them. */
export const mutants: readonly Mutant[] = [
  {
    bug: "only the first page of a list is exported",
    file: `${folder}/exported-files.ts`,
    find: "read.length < pageSize",
    replace: "read.length > 0",
    test,
    named: "an export on sqlite has what",
  },
  {
    bug: "an account is exported by every customer",
    file: `${folder}/export-endpoint.ts`,
    find: '  requireAccount(call.caller, id, "account.close");\n',
    replace: "",
    test,
    named: "an export on sqlite is for the account alone",
  },
  {
    bug: "a closed mailbox gets trial credits again",
    file: "src/management/users/accounts.ts",
    find: "!isByOperator && (await hadTrial(tx, wanted.email))",
    replace: "isByOperator && (await hadTrial(tx, wanted.email))",
    test: closing,
    named: "a closed account on sqlite leaves a digest",
  },
  {
    bug: "an account is closed with the email of another",
    file: "src/management/users/account-closing.ts",
    find: "emailKey(email) !== emailKey(call.body.email)",
    replace: "emailKey(call.body.email) === null",
    test: closing,
    named: "a closed account on sqlite ends",
  },
];
