import { minuteMs } from "../base/durations.ts";
import type { Caller } from "../http/caller.ts";
import { ApiError } from "../http/errors.ts";

const verifiedMs = 15 * minuteMs;

/**
 * 403 for a session whose user has not proved within 15 minutes who it is. Access tokens and the operator token are
 * exempt: a program has no password to send.
 */
export function requireStepUp(caller: Caller, now: number): void {
  if (caller.kind !== "user" || caller.tokenKind !== "vgs") return;
  if ((caller.verifiedAt ?? 0) > now - verifiedMs) return;
  throw new ApiError(
    "step_up_required",
    "Confirm that it is you: enter your password again. Nothing was changed.",
  );
}
