import { z } from "zod";

export const eventStreamType = "text/event-stream";

/** How a caller follows events. */
export interface Follow {
  /** Aborted when the caller has gone, or this process leaves its port. */
  readonly signal: AbortSignal;
  /** The last event that the caller received from a stream that was interrupted. */
  readonly lastEventId: string | undefined;
}

/** One server-sent event; `data` is sent as JSON. */
export interface ServerEvent {
  readonly event: string;
  /** Resumes an interrupted stream after this event. */
  readonly id?: string;
  readonly data: unknown;
}

/** The events of one stream, until `follow.signal` is aborted or there are no more. */
export type Events = (follow: Follow) => AsyncIterable<ServerEvent>;

/** The longest that a stream stays open: its caller's credential is judged again at least so often. */
export const streamSecondsMax = 300;

/** What every operation of events takes. */
export const FollowQuery = z.object({
  seconds: z
    .int()
    .min(0)
    .max(streamSecondsMax)
    .default(streamSecondsMax)
    .describe(
      "The seconds after which the stream ends, to be asked for again; 0 ends it after its first event.",
    ),
});

/** The header by which a stream that broke off is resumed. */
export const LastEventId = z.object({
  "last-event-id": z
    .string()
    // All headers of a request may have 16 KiB: with a longer one the server would answer 431.
    .max(12_000)
    .optional()
    .describe("The `id` of the last event that was received: the stream goes on behind it."),
});

/** An event as it is sent (WHATWG HTML, 9.2). JSON has no line breaks of its own. */
export function eventText({ event, id, data }: ServerEvent): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Says that the stream is alive; nobody reads it. */
export const keepAliveText = ":\n\n";

/** Asks to be connected to again so soon after a stream has ended. */
export const retryText = "retry: 1000\n\n";
