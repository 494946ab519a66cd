import type { EventDeclaration } from "../../outbox/declared-events.ts";

/** How a batch of reports ended. */
export interface BatchDone {
  readonly subscription_id: string;
  /** The batch's `x-request-id`. */
  readonly request_id: string;
  /** The ID of its operation. */
  readonly operation: string;
  /** `complete`: every line has its report or its error; `refused`: it ended early; `cut`: its client had gone. */
  readonly ended: "complete" | "refused" | "cut";
  readonly lines: number;
  /** Reports that were sent. */
  readonly reports: number;
  /** The first line without an answer; null if all have one. */
  readonly from_line: number | null;
  /** The credits of the reports that were sent. */
  readonly credits_charged: number;
}

declare module "../../outbox/events.ts" {
  interface EventData {
    readonly "batch.done": BatchDone;
  }
}

/** The events of batches of reports. */
export const reportEvents: readonly EventDeclaration[] = [
  {
    type: "batch.done",
    meaning:
      "A batch of reports has ended: `complete`, `refused` from a line on, or `cut` because its client had gone.",
    data: {
      subscription_id: "shop",
      request_id: "0193a5b0-0000-7000-8000-000000000002",
      operation: "reportVehicles",
      ended: "complete",
      lines: 250,
      reports: 249,
      from_line: null,
      credits_charged: 1210,
    },
  },
];
