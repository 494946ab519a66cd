import { useEffect, useRef, useState } from "react";
import { servicePath } from "../base/service-path.ts";
import { authorized } from "./client.ts";
import { asProblem, problemOf } from "./problem.ts";
import { noteUnreachable, reachableStore } from "./reachability.ts";

/** One event of a stream, its data read from JSON. */
export interface Told {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: unknown;
}

/** `live`: events come as they happen. `lost`: the stream broke off and is asked for again. */
export type StreamState = "connecting" | "live" | "lost";

const pauseMs = 1000;
const refusedMs = 10_000;

/** The events of a stream as they arrive (WHATWG HTML, 9.2), as far as this service sends them. */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<Told> {
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

interface Following {
  /** The last event that is known, where a stream was followed before. */
  readonly lastId: string | undefined;
  told(event: Told): void;
  state(state: StreamState): void;
}

/**
 * Follows a stream until the signal is aborted, and resumes it behind its last event however it ends: the token
 * goes in a header, which an EventSource could not send.
 */
async function follow(path: string, signal: AbortSignal, following: Following): Promise<void> {
  const { told, state } = following;
  let { lastId } = following;
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
        state("live");
        lastId = event.id ?? lastId;
        told(event);
      }
    } catch (error) {
      if (signal.aborted) return;
      state("lost");
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

/** Resolves once the service answers again. */
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
 * Follows a stream while the component is there and `path` is one; `told` may be another each time. A stream that was
 * left for a while goes on behind its last event.
 */
export function useEvents(path: string | undefined, told: (event: Told) => void): StreamState {
  const [state, setState] = useState<StreamState>("connecting");
  const latest = useRef(told);
  latest.current = told;
  const place = useRef<{ readonly path: string; readonly id: string | undefined }>(undefined);
  useEffect(() => {
    if (path === undefined) return;
    const leaving = new AbortController();
    setState("connecting");
    const lastId = place.current?.path === path ? place.current.id : undefined;
    const tell = (event: Told) => {
      place.current = { path, id: event.id ?? place.current?.id };
      latest.current(event);
    };
    void follow(path, leaving.signal, { lastId, told: tell, state: setState });
    return () => leaving.abort();
  }, [path]);
  return state;
}
