import { servicePath } from "../base/service-path.ts";
import { type Session, sessionStore, setSession } from "./session.ts";

/** What tabs of one console send each other. It stays in the browser's memory. */
type Message =
  | { readonly kind: "request" }
  | { readonly kind: "session"; readonly session: Session }
  | { readonly kind: "signed-out"; readonly token: string };

/** Another tab responds within some milliseconds if there is one. */
const waitMs = 100;

let channel: BroadcastChannel | undefined;
let onSession: (() => void) | undefined;

function receive({ data }: MessageEvent<Message>): void {
  const own = sessionStore.get();
  if (data.kind === "request" && own) post({ kind: "session", session: own });
  if (data.kind === "session" && !own && onSession) {
    setSession(data.session);
    onSession();
  }
  if (data.kind === "signed-out" && own?.token === data.token) setSession(undefined);
}

const post = (message: Message) => channel?.postMessage(message);

// Services behind other paths of this origin have their own sessions.
const name = `vingate.session ${servicePath}`;

let release: (() => void) | undefined;

/** Holds a lock while this tab has a session: so a new tab knows at once whether there is one to take over. */
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

/** Whether another tab may have a session. Unknown without a secure connection, where there are no locks. */
async function mayHaveOther(): Promise<boolean> {
  const locks = await navigator.locks?.query();
  return locks === undefined || (locks.held ?? []).some((lock) => lock.name === name);
}

/** Answers new tabs with this tab's session, and ends it if another tab signs out. */
export function startHandover(): void {
  channel = new BroadcastChannel(name);
  channel.addEventListener("message", receive);
  sessionStore.follow(holdLock);
  holdLock();
}

/** Takes the session of another tab if this one has none. */
export async function takeOverSession(): Promise<void> {
  if (!channel || sessionStore.get() || !(await mayHaveOther())) return;
  await new Promise<void>((resolve) => {
    onSession = resolve;
    post({ kind: "request" });
    setTimeout(resolve, waitMs);
  });
  onSession = undefined;
}

/** Signs out the tabs that have the session of this token. */
export const signOutOtherTabs = (token: string) => post({ kind: "signed-out", token });
