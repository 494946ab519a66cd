import { navigate } from "./router.tsx";
import { homePath } from "./side-paths.ts";

/** The page that the visitor requested before signing in, and another one without it. */
export const requestedPath = (next: string | undefined, otherwise: string): string =>
  // A link of another site must not lead elsewhere: only paths of this console.
  next?.startsWith("/") && !next.startsWith("//") ? next : otherwise;

/** Opens the page that the visitor requested before signing in. */
export async function leaveSignIn(next: string | undefined): Promise<void> {
  await navigate(requestedPath(next, homePath()), { replace: true });
}

/** The search of a link between the pages of sign-in and sign-up, which keeps the requested page. */
export const keepNext = (next: string | undefined) => (next ? { next } : undefined);
