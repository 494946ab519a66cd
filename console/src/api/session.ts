import { createStore } from "../base/store.ts";
import type { components } from "./schema.gen.ts";

export type User = components["schemas"]["User"];

/** Who is signed in in this tab, and the token that says so. */
export interface Session {
  readonly token: string;
  readonly expires_at: string;
  readonly user: User;
}

// Of this tab alone: two tabs may be two people, and there is no cookie that another site could use.
const place = "vingate.session";

function kept(): Session | undefined {
  try {
    const session = JSON.parse(sessionStorage.getItem(place) ?? "null") as Session | null;
    return session && Date.parse(session.expires_at) > Date.now() ? session : undefined;
  } catch {
    return undefined;
  }
}

export const sessionStore = createStore<Session | undefined>(kept());

export function keepSession(session: Session | undefined): void {
  if (session) sessionStorage.setItem(place, JSON.stringify(session));
  else sessionStorage.removeItem(place);
  sessionStore.set(session);
}

/** The signed-in user; only pages behind sign-in call it. */
export function useUser(): User {
  const session = sessionStore.use();
  if (!session) throw new Error("nobody is signed in");
  return session.user;
}

/** Resolves when the same person has signed in again, or rejects when they would rather not. */
interface Renewal {
  readonly email: string;
  resolve(): void;
  reject(): void;
  readonly done: Promise<void>;
}

export const renewalStore = createStore<Renewal | undefined>(undefined);

/** Asks the person to sign in again over the page as it stands, so that nothing typed is lost. */
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
