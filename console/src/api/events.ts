import { useEffect, useRef, useState } from "react";
import { servicePath } from "../base/service-path.ts";
import { authorized } from "./client.ts";
import { asProblem, problemOf } from "./problem.ts";
import { noteUnreachable, reachableStore } from "./reachability.ts";

/** An event of a stream with its parsed data. */
export interface StreamEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: unknown;
}

/** `live`: events arrive. `lost`: the connection is being restored. */
export type StreamState = "connecting" | "live" | "lost";

const pauseMs = 1000;
const refusedMs = 10_000;

/** Parses server-sent events (WHATWG HTML, 9.2), as far as this service sends them. */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (text + value).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split("\n");
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = field("data");
      if (data !== undefined)
        yield { event: field("event") ?? "message", id: field("id"), data: JSON.parse(data) as unknown };
    }
  }
}

interface FollowOptions {
  /** The last event received, to resume after it. */
  readonly lastId: string | undefined;
  onEvent(event: StreamEvent): void;
  onState(state: StreamState): void;
}

/**
 * Follows a stream until the signal is aborted, and resumes it after its last event. An EventSource cannot send
 * the token's header.
 */
async function follow(path: string, signal: AbortSignal, options: FollowOptions): Promise<void> {
  const { onEvent, onState } = options;
  let { lastId } = options;
  while (!signal.aborted) {
    let waitMs = pauseMs;
    try {
      const headers = {
        accept: "text/event-stream",
        ...(lastId !== undefined && { "last-event-id": lastId }),
      };
      const response = await authorized(new Request(servicePath + path, { headers, signal }));
      if (!response.ok || !response.body)
        throw problemOf(response, await response.json().catch(() => undefined));
      for await (const event of eventsIn(response.body)) {
        onState("live");
        lastId = event.id ?? lastId;
        onEvent(event);
      }
    } catch (error) {
      if (signal.aborted) return;
      onState("lost");
      const { status } = asProblem(error);
      if (status === 0) noteUnreachable();
      else if (status < 500) waitMs = refusedMs;
    }
    await pause(waitMs, signal);
    await reached(signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Resolves when the service responds again. */
function reached(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (reachableStore.get() || signal.aborted) return resolve();
    const end = () => {
      leave();
      resolve();
    };
    const leave = reachableStore.follow(() => reachableStore.get() && end());
    signal.addEventListener("abort", end);
  });
}

/**
 * Follows a stream while the component is mounted and `path` is set. After a pause it resumes after the last
 * event received.
 */
export function useEvents(path: string | undefined, onEvent: (event: StreamEvent) => void): StreamState {
  const [state, setState] = useState<StreamState>("connecting");
  const latest = useRef(onEvent);
  latest.current = onEvent;
  const position = useRef<{ readonly path: string; readonly id: string | undefined }>(undefined);
  useEffect(() => {
    if (path === undefined) return;
    const leaving = new AbortController();
    setState("connecting");
    const lastId = position.current?.path === path ? position.current.id : undefined;
    const receive = (event: StreamEvent) => {
      position.current = { path, id: event.id ?? position.current?.id };
      latest.current(event);
    };
    void follow(path, leaving.signal, { lastId, onEvent: receive, onState: setState });
    return () => leaving.abort();
  }, [path]);
  return state;
}
