import { columnOf } from "../../access/rotation/sealed-column.ts";
import { name } from "../../database/sql.ts";
import type { Service } from "../../feature.ts";
import { keptOfClosed } from "../../running/account-ports.ts";
import { keepsCallsFrom, receiptOf } from "../../running/call-ports.ts";
import { subscriptionMoves } from "../../running/subscription-ports.ts";
import { keyRotated, seedContext } from "./days/proof-keys.ts";
import { proofErased } from "./days/salts.ts";
import { receiptEndpoints } from "./operations/receipt-endpoints.ts";
import { statementEndpoints } from "./operations/statement-endpoints.ts";
import { Proof } from "./proof.ts";
import { proofCheck } from "./proof-check.ts";
import { statementMails } from "./statement-mails.ts";

export const service: Service = {
  operations: [...statementEndpoints, ...receiptEndpoints],
  checks: [proofCheck],
  mails: statementMails,
  restoring: { kinds: [keyRotated, proofErased] },
  sealed: [columnOf(name("proof_key"), name("id"), name("seed"), seedContext)],
  provides: [receiptOf, keepsCallsFrom, subscriptionMoves, keptOfClosed],
  open: (context) => new Proof(context),
};
