import type { Case } from "./case.ts";
import { concurrencyCases } from "./cases-concurrency.ts";
import { migrationCases } from "./cases-migrations.ts";
import { statementCases } from "./cases-statements.ts";
import { transactionCases } from "./cases-transactions.ts";
import { valueCases } from "./cases-values.ts";

/** Everything the two databases are held to alike. */
export const cases: readonly Case[] = [
  ...valueCases,
  ...statementCases,
  ...transactionCases,
  ...concurrencyCases,
  ...migrationCases,
];
