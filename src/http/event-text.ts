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

/** The longest time that a stream is open. Its caller's credential is checked again after that. */
export const streamSecondsMax = 300;

/** The query of every operation with events. */
export const FollowQuery = z.object({
  seconds: z
    .int()
    .min(0)
    .max(streamSecondsMax)
    .default(streamSecondsMax)
    .describe(
      "The seconds after which the stream ends and the client reconnects; 0 ends it after its first event.",
    ),
});

/** The header that resumes an interrupted stream. */
export const LastEventId = z.object({
  "last-event-id": z
    .string()
    // All headers of a request may have 16 KiB: with a longer one the server would answer 431.
    .max(12_000)
    .optional()
    .describe("The `id` of the last received event: the stream continues after it."),
});

/** An event as it is sent (WHATWG HTML, 9.2). JSON has no line breaks of its own. */
export function eventText({ event, id, data }: ServerEvent): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A keep-alive, which clients ignore. */
export const keepAliveText = ":\n\n";

/** The time after which clients reconnect. */
export const retryText = "retry: 1000\n\n";
