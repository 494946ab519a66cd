import type { Case } from "./case.ts";
import { concurrencyCases } from "./cases-concurrency.ts";
import { migrationCases } from "./cases-migrations.ts";
import { statementCases } from "./cases-statements.ts";
import { transactionCases } from "./cases-transactions.ts";
import { valueCases } from "./cases-values.ts";

/** All cases, for both databases. */
export const cases: readonly Case[] = [
  ...valueCases,
  ...statementCases,
  ...transactionCases,
  ...concurrencyCases,
  ...migrationCases,
];
