/** How much a credential proves, weakest first. A recovery code with the password is `twoFactor`. */
export const strengths = ["none", "key", "oneFactor", "twoFactor", "phishingResistant"] as const;
export type Strength = (typeof strengths)[number];

/** What a person can prove again, weakest first. */
export const factors = ["oneFactor", "twoFactor", "phishingResistant"] as const;
export type Factor = (typeof factors)[number];

/** What the credentials of programs can be made for. All of them read. */
export const programEffects = ["read", "change", "show", "money", "secrets", "enter"] as const;
export type ProgramEffect = (typeof programEffects)[number];

/** What an operation does, as it is declared; `read` and `change` are of oneself or of others. */
export type DeclaredEffect = ProgramEffect | "open" | "lookup" | "prove" | "enrol";

/**
 * What an operation does. `…Others`: an operator calls, or views an account, and the path does not name itself.
 * `show`: shows a key. `secrets`: replaces what callers or backends prove themselves by. `enrol`: changes how one's
 * own account is entered. `enter`: changes who else may enter an account.
 */
export type Effect =
  | Exclude<DeclaredEffect, "read" | "change">
  | "readOwn"
  | "changeOwn"
  | "readOthers"
  | "changeOthers";

/** What a caller's credential proves. Made where the credential is read, and nowhere else. */
export interface Proof {
  /** At its issue, or raised by later proofs. What the host makes is `phishingResistant`: no page can request it. */
  readonly strength: Strength;
  /** For a session: when its user last proved at least this much, milliseconds UTC. Programs prove nothing again. */
  readonly provedAt: Readonly<Partial<Record<Factor, number>>>;
  /** For a program's credential: what it was made for. Undefined for a session. */
  readonly madeFor?: ReadonlySet<ProgramEffect> | undefined;
  /** When the credential ends by itself, milliseconds UTC. */
  readonly endsAt?: number | undefined;
  /** For an access token from before tokens were made for something: when it ends, milliseconds UTC. */
  readonly ofBeforeUntil?: number | undefined;
  readonly subject: Subject;
}

/** The account from which proofs are required. */
export interface Subject {
  /** Also while it views an account as its customer. */
  readonly isOperator: boolean;
  /** The strongest that its account can prove. */
  readonly strongest: Factor;
  /** What the service requires of operators; undefined if it requires the strongest of the account. */
  readonly setting: Factor | undefined;
}

/** `own`: the account's strongest, but no more than `twoFactor`. `setting`: what the service requires of operators. */
interface Requirement {
  readonly customer: Strength | "own";
  readonly operator: Strength | "own" | "setting";
  /** The proof may be so old. Absent: as old as the session. */
  readonly maxAgeSeconds?: number;
  /** What a program's credential is made for; absent if it can be made for none. */
  readonly madeFor?: ProgramEffect;
}

/** So old may a proof be for what needs a fresh one. */
export const maxAgeSeconds = 900;

/** Every operation has one of these by its permission and method; nothing else decides. */
export const requirements: Readonly<Record<Effect, Requirement>> = {
  open: { customer: "none", operator: "none", madeFor: "read" },
  lookup: { customer: "key", operator: "key", madeFor: "read" },
  prove: { customer: "oneFactor", operator: "oneFactor" },
  readOwn: { customer: "oneFactor", operator: "oneFactor", madeFor: "read" },
  changeOwn: { customer: "oneFactor", operator: "setting", madeFor: "change" },
  readOthers: { customer: "own", operator: "setting", madeFor: "read" },
  changeOthers: { customer: "own", operator: "setting", madeFor: "change" },
  show: { customer: "own", operator: "setting", madeFor: "show" },
  money: { customer: "own", operator: "setting", maxAgeSeconds, madeFor: "money" },
  secrets: { customer: "own", operator: "setting", maxAgeSeconds, madeFor: "secrets" },
  // A recovery code must be able to replace a lost passkey.
  enrol: { customer: "own", operator: "own", maxAgeSeconds },
  enter: { customer: "own", operator: "setting", maxAgeSeconds, madeFor: "enter" },
};

/** `step_up`: a session can prove as much. `not_made_for`: no proof changes it. */
export type Refusal =
  | { readonly kind: "step_up"; readonly required: Factor; readonly maxAgeSeconds?: number | undefined }
  | { readonly kind: "not_made_for"; readonly effect: Effect };

export const isAtLeast = (strength: Strength, least: Strength): boolean =>
  strengths.indexOf(strength) >= strengths.indexOf(least);

/** What an effect requires of a subject. */
function requiredOf(effect: Effect, { isOperator, strongest, setting }: Subject): Strength {
  const required = requirements[effect][isOperator ? "operator" : "customer"];
  if (required === "setting" && setting !== undefined) return setting;
  if (required !== "own" && required !== "setting") return required;
  return isAtLeast(strongest, "twoFactor") ? "twoFactor" : "oneFactor";
}

/** Why a proof does not suffice for an effect; undefined if it does. `now` in milliseconds UTC. */
export function refusalOf(effect: Effect, proof: Proof, now: number): Refusal | undefined {
  const { maxAgeSeconds, madeFor } = requirements[effect];
  const required = requiredOf(effect, proof.subject);
  if (proof.madeFor) {
    const isMadeFor = madeFor !== undefined && proof.madeFor.has(madeFor);
    // Its account can prove more since it was made; the service may have come to require more of operators.
    const least = proof.subject.isOperator ? proof.subject.setting : undefined;
    const isStrong = least === undefined || !isAtLeast(required, least) || isAtLeast(proof.strength, least);
    return isMadeFor && isStrong ? undefined : { kind: "not_made_for", effect };
  }
  if (required === "none" || required === "key") return undefined;
  const at = proof.provedAt[required];
  if (at !== undefined && (maxAgeSeconds === undefined || at > now - maxAgeSeconds * 1000)) return undefined;
  return { kind: "step_up", required, maxAgeSeconds };
}

/** What a credential can be made for by a caller, as far as the caller meets it now; never `enter` but by the host. */
export function grantableBy(proof: Proof, now: number): readonly ProgramEffect[] {
  const effectOf = { read: "readOthers", change: "changeOthers" } as const;
  return programEffects.filter((made) => {
    if (made === "enter") return false;
    const effect = made === "read" || made === "change" ? effectOf[made] : made;
    return refusalOf(effect, proof, now) === undefined;
  });
}
