import { accessRestoring } from "../../access/restoring.ts";
import type { Restoring } from "../../decisions/restoring.ts";
import { outboxRestoring } from "../../outbox/restoring.ts";
import { subscriptionsEnded, subscriptionsExpiring } from "../subscriptions/ended-subscriptions.ts";
import { usersRestoring } from "../users/restoring.ts";

/** What the core says of restores; features add theirs, and `app.ts` that of vehicles. */
export const coreRestoring: readonly Restoring[] = [
  accessRestoring,
  outboxRestoring,
  usersRestoring,
  { kinds: [subscriptionsEnded, subscriptionsExpiring] },
];
