import { accessRestoring } from "../../access/restoring.ts";
import type { Restoring } from "../../decisions/restoring.ts";
import { outboxRestoring } from "../../outbox/restoring.ts";
import { subscriptionsEnded, subscriptionsExpiring } from "../subscriptions/ended-subscriptions.ts";
import { usersRestoring } from "../users/restoring.ts";

/** How the core takes part in restores; features add theirs, and `app.ts` that of vehicles. */
export const coreRestoring: readonly Restoring[] = [
  accessRestoring,
  outboxRestoring,
  usersRestoring,
  { kinds: [subscriptionsEnded, subscriptionsExpiring] },
];
