import { accessMutants } from "./access.ts";
import { callsMutants } from "./calls.ts";
import { clickhouseMutants } from "./clickhouse.ts";
import { clientMutants } from "./client.ts";
import { creditsMutants } from "./credits.ts";
import { gatewayMutants } from "./gateway.ts";
import { journalsMutants } from "./journals.ts";
import { limitsMutants } from "./limits.ts";
import type { Mutant } from "./mutant.ts";
import { reportsMutants } from "./reports.ts";
import { watchesMutants } from "./watches.ts";
import { webhooksMutants } from "./webhooks.ts";

export const mutants: readonly Mutant[] = [
  ...creditsMutants,
  ...journalsMutants,
  ...limitsMutants,
  ...callsMutants,
  ...accessMutants,
  ...reportsMutants,
  ...gatewayMutants,
  ...watchesMutants,
  ...webhooksMutants,
  ...clientMutants,
  ...clickhouseMutants,
];
