import { z } from "zod";
import { isoTime } from "../../../base/clock.ts";
import { wireOf } from "../../../entities/wire.ts";
import type { Transfer } from "../rows/transfer-rows.ts";
import { dueOf, type Proposal, proposalReasons } from "./open-payments.ts";

export const ProposalOutput = z
  .object({
    payment_id: z.string().describe("For `POST /payments/transfers/{id}/match`."),
    account_id: z.string().describe("The user who pays it."),
    description: z.string().describe("What it pays for."),
    due_minor: z.int().describe("What is left to pay of it."),
    currency: z.string().describe("The code of ISO 4217."),
    reasons: z
      .array(z.enum(proposalReasons))
      .describe(
        "`reference`, `invoice`: the text has its reference, or its invoice's number. `similar_reference`: one that differs by a character. `sender_account`, `sender_name`: those of its customer. `amount`: exactly this is due.",
      ),
  })
  .meta({ id: "TransferProposal" });

export const shownProposal = ({ payment, reasons }: Proposal): z.output<typeof ProposalOutput> => ({
  payment_id: payment.id,
  account_id: payment.accountId,
  description: payment.terms.text,
  due_minor: dueOf(payment),
  currency: payment.currency,
  reasons: [...reasons],
});

export const TransferOutput = z
  .object({
    id: z.string(),
    provider: z.enum(["manual", "stripe"]).describe("`stripe`: money of a payment that is not here."),
    minor: z.int().describe("In minor units."),
    currency: z.string().describe("The code of ISO 4217."),
    reference: z.string().describe("What the payer wrote."),
    sender: z.string().describe("As the bank names it."),
    sender_account: z.string().describe("The sender's IBAN or another number; empty if it is not known."),
    state: z.enum(["unmatched", "matched", "returned"]).describe("`returned`: to its sender."),
    payment_id: z.string().nullable().describe("The payment that it pays; null without one."),
    received_at: z.iso.datetime().describe("When the bank received it."),
    proposals: z
      .array(ProposalOutput)
      .optional()
      .describe(
        "In the list, of an unmatched transfer: the payments that it may be for, the likeliest first.",
      ),
  })
  .meta({ id: "ReceivedTransfer" });

export function shownTransfer(transfer: Transfer): z.output<typeof TransferOutput> {
  const { id, provider, minor, currency, reference, sender, senderAccount, state, paymentId } = transfer;
  return {
    ...wireOf({ id, provider, minor, currency, reference, sender, senderAccount, state, paymentId }),
    received_at: isoTime(transfer.receivedAt),
  };
}
