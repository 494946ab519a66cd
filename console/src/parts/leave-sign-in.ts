import { navigate } from "./router.tsx";

/** Opens the page that the visitor requested before signing in. */
export async function leaveSignIn(next: string | undefined): Promise<void> {
  // A link of another site must not lead elsewhere: only paths of this console.
  const own = next?.startsWith("/") && !next.startsWith("//") ? next : "/overview";
  await navigate(own, { replace: true });
}
