import type { Check } from "../../../running/check.ts";
import { approvalCheck } from "./approval-check.ts";
import { backupsCheck } from "./backup-check.ts";
import { dataCheck } from "./data-check.ts";
import { clockCheck, connectionsCheck, databaseCheck, nodesCheck } from "./database-checks.ts";
import { decisionsCheck } from "./decisions-check.ts";
import { errorsCheck } from "./errors-check.ts";
import { certificateCheck, diskCheck, filesCheck, openFilesCheck } from "./file-checks.ts";
import { logCheck } from "./log-check.ts";
import { portCheck, reachableCheck } from "./network-checks.ts";
import { firstCredentialsCheck, masterKeyCheck, oldTokensCheck } from "./secrets-check.ts";
import { proxiesCheck, publicUrlCheck, settingsCheck } from "./settings-checks.ts";

/** Ledger, balances, reports and request log, to the call. */
const ledgerCheck: Check = {
  name: "ledger",
  run: ({ compare }) => compare(),
  milliseconds: Number.POSITIVE_INFINITY,
};

const coreChecks: readonly Check[] = [
  settingsCheck,
  filesCheck,
  firstCredentialsCheck,
  masterKeyCheck,
  oldTokensCheck,
  diskCheck,
  openFilesCheck,
  databaseCheck,
  logCheck,
  connectionsCheck,
  clockCheck,
  nodesCheck,
  portCheck,
  publicUrlCheck,
  reachableCheck,
  proxiesCheck,
  certificateCheck,
  dataCheck,
  backupsCheck,
  decisionsCheck,
  approvalCheck,
  errorsCheck,
];

/** Every check, in the order in which they are shown. */
export const checksWith = (services: readonly { readonly checks?: readonly Check[] }[]): readonly Check[] => [
  ...coreChecks,
  ...services.flatMap(({ checks = [] }) => checks),
  ledgerCheck,
];
