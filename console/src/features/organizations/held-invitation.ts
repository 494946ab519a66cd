const storageKey = "vingate.invitation";
/** An invitation is valid for seven days. */
const lifeMs = 7 * 86_400_000;

interface Held {
  readonly token: string;
  readonly until: number;
}

/**
 * The invitation whose link was opened in this browser, while its reader creates an account, confirms its address in
 * another tab and signs in: in no address that a server receives. "" without one.
 */
export function heldInvitation(): string {
  try {
    const { token, until } = JSON.parse(localStorage.getItem(storageKey) ?? "") as Held;
    return typeof token === "string" && until > Date.now() ? token : "";
  } catch {
    return "";
  }
}

export const isInvited = (): boolean => heldInvitation() !== "";

export const holdInvitation = (token: string): void =>
  localStorage.setItem(storageKey, JSON.stringify({ token, until: Date.now() + lifeMs } satisfies Held));

export const dropInvitation = (): void => localStorage.removeItem(storageKey);
