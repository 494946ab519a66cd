import { type Account, type Session, sessionStore } from "./session.ts";

export type Permission = Account["permissions"][number];

/** The account that the pages are about. */
export interface Acting {
  readonly id: string;
  /** Operators see all customers, unless they view the account of one. */
  readonly role: "operator" | "customer";
  /** As the service lists it; undefined until it is read. */
  readonly account: Account | undefined;
}

/** The account that a session acts for; the user's own until the accounts are read. */
export function actingOf({ user, accounts }: Session): Acting {
  const account = accounts?.find(({ is_chosen }) => is_chosen);
  const isOwn = account === undefined || account.id === user.id;
  return { id: account?.id ?? user.id, role: isOwn ? user.role : "customer", account };
}

/** The account that the signed-in user acts for. Throws without a user. */
export function useAccount(): Acting {
  const session = sessionStore.use();
  if (!session) throw new Error("no user is signed in");
  return actingOf(session);
}

export type May = (permission: Permission | undefined) => boolean;

/** Whether a session may do something. Until its accounts are read, anything: the service refuses what is not permitted. */
export const mayOf =
  (session: Session | undefined): May =>
  (permission) =>
    permission === undefined ||
    (session && actingOf(session).account?.permissions.includes(permission)) !== false;

/** What the signed-in user may do for the account that it acts for. */
export const useMay = (): May => mayOf(sessionStore.use());
