import { createStore } from "../base/store.ts";
import type { components } from "./schema.gen.ts";

export type User = components["schemas"]["User"];
export type Account = components["schemas"]["Account"];

/** The signed-in user of this tab, with the token. */
export interface Session {
  readonly token: string;
  readonly expires_at: string;
  readonly user: User;
  /** The accounts that the user can act for; undefined until they are read. */
  readonly accounts?: readonly Account[] | undefined;
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

/** Whether a call was refused because its user may not act for the chosen account any more. */
export const membershipEndedStore = createStore(false);

/** A request to sign in again, or to confirm who it is; rejects when the user signs out or cancels. */
interface Renewal {
  readonly kind: "sign-in" | "step-up";
  /** For a step-up: the methods by which the user can prove enough. Empty if there is none yet. */
  readonly methods: readonly string[];
  readonly email: string;
  resolve(): void;
  reject(): void;
  readonly done: Promise<void>;
}

export const renewalStore = createStore<Renewal | undefined>(undefined);

/** Shows the sign-in over the open page, so that typed text is kept. */
export function renewSession(
  kind: Renewal["kind"] = "sign-in",
  methods: Renewal["methods"] = ["password"],
): Promise<void> {
  const open = renewalStore.get();
  if (open) return open.done;
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  const end = (settle: () => void) => () => {
    renewalStore.set(undefined);
    settle();
  };
  const email = sessionStore.get()?.user.email ?? "";
  renewalStore.set({
    kind,
    methods,
    email,
    resolve: end(resolve),
    reject: end(() => reject(new Error("signed out"))),
    done,
  });
  return done;
}
