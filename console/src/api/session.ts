import { createStore } from "../base/store.ts";
import type { components } from "./schema.gen.ts";

export type User = components["schemas"]["User"];

/** The signed-in user of this tab, with the token. */
export interface Session {
  readonly token: string;
  readonly expires_at: string;
  readonly user: User;
}

// Per tab: two tabs can be two users. No cookie, so that no other site can send it.
const storageKey = "vingate.session";

function storedSession(): Session | undefined {
  try {
    const session = JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as Session | null;
    return session && Date.parse(session.expires_at) > Date.now() ? session : undefined;
  } catch {
    return undefined;
  }
}

export const sessionStore = createStore<Session | undefined>(storedSession());

export function setSession(session: Session | undefined): void {
  if (session) sessionStorage.setItem(storageKey, JSON.stringify(session));
  else sessionStorage.removeItem(storageKey);
  sessionStore.set(session);
}

/** The signed-in user. Throws without one. */
export function useUser(): User {
  const session = sessionStore.use();
  if (!session) throw new Error("no user is signed in");
  return session.user;
}

/** A request to sign in again; rejects when the user signs out. */
interface Renewal {
  readonly email: string;
  resolve(): void;
  reject(): void;
  readonly done: Promise<void>;
}

export const renewalStore = createStore<Renewal | undefined>(undefined);

/** Asks the user to sign in again over the open page, so that typed text is kept. */
export function renewSession(): Promise<void> {
  const open = renewalStore.get();
  if (open) return open.done;
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  const end = (settle: () => void) => () => {
    renewalStore.set(undefined);
    settle();
  };
  const email = sessionStore.get()?.user.email ?? "";
  renewalStore.set({
    email,
    resolve: end(resolve),
    reject: end(() => reject(new Error("signed out"))),
    done,
  });
  return done;
}
