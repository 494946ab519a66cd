import { accessRestoring } from "../../access/restoring.ts";
import type { Restoring } from "../../decisions/restoring.ts";
import { outboxRestoring } from "../../outbox/restoring.ts";

/** What the core says of restores; features add theirs. */
export const coreRestoring: readonly Restoring[] = [accessRestoring, outboxRestoring];
