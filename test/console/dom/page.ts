import "./window.ts";
import { afterEach, beforeEach, expect, setSystemTime } from "bun:test";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement, type ReactNode } from "react";
import type { Root } from "react-dom/client";
import { reachableStore } from "../../../console/src/api/reachability.ts";
import { renewalStore, setSession, type User } from "../../../console/src/api/session.ts";
import { toastStore } from "../../../console/src/base/toast.ts";
import { setPageParts } from "../../../console/src/parts/page-parts.ts";
import { queryClient } from "../../../console/src/parts/query-client.ts";
import { navigate } from "../../../console/src/parts/router.tsx";
import { hasPending, resetService, unansweredRequests } from "./service.ts";
import { holdTimers, releaseTimers, runTimers, turn } from "./timers.ts";
import { browser, clipboardState, confirmState, copied, layout } from "./window.ts";

// The runtime evaluates CommonJS before our modules, and React looks for a document when it is loaded.
const { createRoot } = await import("react-dom/client");

/** The time of every test. */
export const now = Date.UTC(2026, 10, 21, 21, 20, 5);

let root: Root | undefined;

/** Prepares page, service and timers for each test of the file, and fails tests with unexpected requests. */
export function setUp(): void {
  beforeEach(async () => {
    setSystemTime(new Date(now));
    holdTimers();
    resetService();
    localStorage.clear();
    sessionStorage.clear();
    copied.length = 0;
    clipboardState.blocked = false;
    Object.assign(confirmState, { asked: [], answers: true });
    layout.width = 640;
    // What features add to pages is added by the tests of these parts, so that each file passes alone and among others.
    setPageParts([]);
    await navigate("/", { replace: true });
  });
  afterEach(async () => {
    const unexpected = unansweredRequests();
    await act(async () => root?.unmount());
    root = undefined;
    renewalStore.get()?.resolve();
    setSession(undefined);
    toastStore.set(undefined);
    queryClient.clear();
    resetService();
    // Ends an outage: the next check of the service succeeds.
    if (!reachableStore.get()) await elapse(2000);
    releaseTimers();
    setSystemTime();
    expect(unexpected).toEqual([]);
  });
}

/** Waits until all requests are answered and the page has shown the answers. */
export async function settle(): Promise<void> {
  for (let quiet = 0; quiet < 4; quiet = hasPending() ? 0 : quiet + 1) await act(turn);
}

/** Lets timers of the next milliseconds run. */
export async function elapse(milliseconds: number): Promise<void> {
  await act(async () => runTimers(milliseconds));
  await settle();
}

/** Runs a step of the user and waits for its result. */
export async function step(run: () => unknown): Promise<void> {
  await act(async () => {
    await run();
  });
  await settle();
}

export function signInAs(user: User): void {
  setSession({ token: "token", expires_at: "2027-01-01T00:00:00Z", user });
}

interface ShowOptions {
  readonly as?: User;
  /** The address below the console, such as `/users?state=active`. */
  readonly at?: string;
}

/** Renders an element in place of the shown one and waits for its data. */
export async function show(element: ReactNode, { as, at }: ShowOptions = {}): Promise<HTMLElement> {
  if (as) signInAs(as);
  if (at) await navigate(at, { replace: true });
  await act(async () => root?.unmount());
  document.getElementById("root")?.remove();
  const place = document.createElement("div");
  place.id = "root";
  document.body.append(place);
  root = createRoot(place);
  await step(() => root?.render(createElement(QueryClientProvider, { client: queryClient }, element)));
  return place;
}

export const DomEvent = browser.Event as unknown as typeof Event;
export const DomKeyboardEvent = browser.KeyboardEvent as unknown as typeof KeyboardEvent;
export const DomMouseEvent = browser.MouseEvent as unknown as typeof MouseEvent;

/** The address that is shown, without the console's prefix. */
export const address = () => location.pathname.replace(/^\/console/, "") + location.search;

/** The toast that is shown. */
export const toast = () => toastStore.get()?.text;
