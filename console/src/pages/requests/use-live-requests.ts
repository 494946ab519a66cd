import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { RequestRecord } from "../../api/client.ts";
import { type StreamState, useEvents } from "../../api/events.ts";
import type { CallFilter } from "../../api/requests.ts";
import { matches, withLive } from "./live-calls.ts";

/** Charts and totals are updated this much later than the list. */
const figuresMs = 5000;
/** The time range moves this often without calls. */
const quietMs = 60_000;
const keptMax = 200;

export interface LiveRequests {
  readonly state: StreamState;
  /** Calls recorded since the page was opened, newest first. */
  readonly items: readonly RequestRecord[];
  /** The end of the time range of charts and totals. */
  readonly now: number;
}

/** Follows the request log while `following`: calls immediately, charts and totals later. */
export function useLiveRequests(following: boolean, filter: CallFilter): LiveRequests {
  const queries = useQueryClient();
  const [items, setItems] = useState<readonly RequestRecord[]>([]);
  const [now, setNow] = useState(Date.now);
  const due = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (milliseconds: number) => {
    due.current ??= setTimeout(() => {
      due.current = undefined;
      setNow(Date.now());
    }, milliseconds);
  };
  useEffect(() => () => clearTimeout(due.current), []);
  useEffect(() => {
    if (!following) return;
    const timer = setInterval(() => setNow(Date.now()), quietMs);
    return () => clearInterval(timer);
  }, [following]);
  const { user_id, subscription_id } = filter;
  const query = new URLSearchParams({
    ...(user_id && { user_id }),
    ...(subscription_id && { subscription_id }),
  });
  const path = following ? `/reports/byRequest/events?${query}` : undefined;
  const started = useRef<string>(undefined);
  const state = useEvents(path, ({ event, data }) => {
    // Loads the calls between the first load and the start of the stream.
    if (started.current !== path) setNow(Date.now());
    started.current = path;
    if (event === "gap") {
      setItems([]);
      void queries.invalidateQueries({ queryKey: ["requests"] });
      return;
    }
    const batch = data as { readonly items: readonly RequestRecord[] };
    const matching = batch.items.filter((one) => matches(filter, one));
    if (matching.length === 0) return;
    setItems((before) => withLive(before, matching, keptMax));
    later(figuresMs);
  });
  return { state, items: items.filter((one) => matches(filter, one)), now };
}
