import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { RequestRecord } from "../../api/client.ts";
import { type StreamState, useEvents } from "../../api/events.ts";
import type { CallFilter } from "../../api/requests.ts";
import { matches, withLive } from "./live-calls.ts";

/** Charts and totals follow so much later than the list, while calls come. */
const figuresMs = 5000;
/** Without calls the window moves on all the same. */
const quietMs = 60_000;
const keptMax = 200;

interface LiveRequests {
  readonly state: StreamState;
  /** Calls that were recorded since the page was opened, newest first. */
  readonly items: readonly RequestRecord[];
  /** The end of what charts and totals show. */
  readonly now: number;
}

/** Follows the request log while `following`: single calls at once, the time of figures a little later. */
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
  const asked = new URLSearchParams({
    ...(user_id && { user_id }),
    ...(subscription_id && { subscription_id }),
  });
  const path = following ? `/reports/byRequest/events?${asked}` : undefined;
  const begun = useRef<string>(undefined);
  const state = useEvents(path, ({ event, data }) => {
    // What was recorded between the reading of the page and the beginning of the stream is read now.
    if (begun.current !== path) setNow(Date.now());
    begun.current = path;
    if (event === "gap") {
      setItems([]);
      void queries.invalidateQueries({ queryKey: ["requests"] });
      return;
    }
    const told = data as { readonly items: readonly RequestRecord[] };
    const matching = told.items.filter((one) => matches(filter, one));
    if (matching.length === 0) return;
    setItems((before) => withLive(before, matching, keptMax));
    later(figuresMs);
  });
  return { state, items: items.filter((one) => matches(filter, one)), now };
}
