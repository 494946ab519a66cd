import type { Schemas } from "../../api/client.ts";

/** A sign-in, a link of the user `userId`, or a step-up, that waits for its provider in this tab. */
export interface Attempt {
  readonly token: string;
  readonly userId?: string | undefined;
  readonly isStepUp?: boolean;
  /** The path to open after a sign-in or a step-up. */
  readonly next?: string | undefined;
}

const storageKey = "vingate.sign-on";

/** Goes to the provider's page. This tab alone can come back: another one has no token. */
export function leaveFor(start: Schemas["SignOnStart"], rest: Omit<Attempt, "token">): void {
  sessionStorage.setItem(storageKey, JSON.stringify({ token: start.attempt_token, ...rest }));
  location.assign(start.url);
}

/** The attempt of this tab, which ends by it; undefined without one. */
export function takeAttempt(): Attempt | undefined {
  const stored = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  try {
    return (JSON.parse(stored ?? "null") as Attempt | null) ?? undefined;
  } catch {
    return undefined;
  }
}
