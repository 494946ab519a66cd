import { servicePath } from "../base/service-path.ts";
import { type Session, sessionStore, setSession } from "./session.ts";

/** What tabs of one console send each other. It stays in the browser's memory. */
type Message =
  | { readonly kind: "request" }
  | { readonly kind: "session" | "account"; readonly session: Session }
  | { readonly kind: "signed-out"; readonly token: string };

/** Another tab responds within some milliseconds; one on a busy machine, or that is hidden, takes longer. */
const knownWaitMs = 3000;
/** Where it is not known whether there is another tab: a visitor's first page is not to wait. */
const unknownWaitMs = 100;

let channel: BroadcastChannel | undefined;
let onSession: (() => void) | undefined;

function receive({ data }: MessageEvent<Message>): void {
  const own = sessionStore.get();
  if (data.kind === "request" && own) post({ kind: "session", session: own });
  if (data.kind === "session" && !own && onSession) {
    setSession(data.session);
    onSession();
  }
  if (data.kind === "account" && own?.token === data.session.token) setSession(data.session);
  if (data.kind === "signed-out" && own?.token === data.token) setSession(undefined);
}

const post = (message: Message) => channel?.postMessage(message);

// Services behind other paths of this origin have their own sessions.
const name = `vingate.session ${servicePath}`;

let release: (() => void) | undefined;

/** Holds a lock while this tab has a session, so that a new tab can check at once whether there is one to take over. */
function holdLock(): void {
  if (!sessionStore.get()) {
    release?.();
    release = undefined;
  } else if (!release) {
    const ended = Promise.withResolvers<void>();
    release = ended.resolve;
    void navigator.locks?.request(name, { mode: "shared" }, () => ended.promise);
  }
}

/** How long to wait for the session of another tab. Without a secure connection there are no locks. */
async function waitFor(): Promise<number> {
  const locks = await navigator.locks?.query();
  if (locks === undefined) return unknownWaitMs;
  return (locks.held ?? []).some((lock) => lock.name === name) ? knownWaitMs : 0;
}

/** Answers new tabs with this tab's session, and ends it if another tab signs out; returns a function that stops this. */
export function startHandover(): () => void {
  const opened = new BroadcastChannel(name);
  channel = opened;
  opened.addEventListener("message", receive);
  const stop = sessionStore.follow(holdLock);
  holdLock();
  return () => {
    stop();
    release?.();
    opened.close();
    channel = undefined;
  };
}

let takingOver: Promise<void> | undefined;

/** Takes the session of another tab if this one has none. Callers at the same time share one request. */
export async function takeOverSession(): Promise<void> {
  if (!channel || sessionStore.get()) return;
  takingOver ??= requestSession().finally(() => {
    takingOver = undefined;
  });
  await takingOver;
}

async function requestSession(): Promise<void> {
  const waitMs = await waitFor();
  if (waitMs === 0) return;
  await new Promise<void>((resolve) => {
    onSession = resolve;
    post({ kind: "request" });
    setTimeout(resolve, waitMs);
  });
  onSession = undefined;
}

/** Shows the account that was chosen in the tabs that have the same session. */
export const showInOtherTabs = (session: Session) => post({ kind: "account", session });

/** Signs out the tabs that have the session of this token. */
export const signOutOtherTabs = (token: string) => post({ kind: "signed-out", token });
