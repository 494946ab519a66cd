import { debtComparison, namedPaymentComparison } from "./named-payment-check.ts";
import { paymentComparison } from "./settled-payment-check.ts";

/** What the consistency check compares of payments. */
export const comparisons = [paymentComparison, namedPaymentComparison, debtComparison];
