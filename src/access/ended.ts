/** Those of the core, in the order of the table below. */
const coreKinds = ["thisSession", "sessions", "tokens", "codes", "links", "keys", "returns"] as const;
export type CoreKind = (typeof coreKinds)[number];

/** Credentials by which a user, or who acts for it, can enter. */
export const credentialKinds = [
  "thisSession",
  "sessions",
  "tokens",
  "assistants",
  "passkeys",
  "codes",
  "identities",
  "links",
  "invitations",
  "keys",
  "returns",
] as const;
export type CredentialKind = (typeof credentialKinds)[number];

/**
 * `end`: it is gone. `keep`: it stays. `its`: sessions that began with what was removed are gone. `hold`: it stays, and is
 * refused until the event is undone. `later`: what was made since the change that is undone is gone. `show`: it stays, and the user is shown it with a button that ends it.
 */
export type Outcome = "end" | "keep" | "its" | "hold" | "later" | "show";

type Outcomes = Readonly<Record<CoreKind, Outcome>>;

/** Outcomes in the order of `coreKinds`, by their first letters. */
function row(text: string): Outcomes {
  const byLetter: Readonly<Record<string, Outcome>> = {
    e: "end",
    k: "keep",
    i: "its",
    h: "hold",
    l: "later",
    s: "show",
  };
  const outcomes = text.split(" ").map((letter) => byLetter[letter]!);
  return Object.fromEntries(coreKinds.map((kind, index) => [kind, outcomes[index]])) as Outcomes;
}

/**
 * What ends with each event: this session, other sessions, tokens, codes, links, keys, links that take an address back.
 * Credentials of features declare it themselves.
 */
export const ended = {
  addressProved: row("k e e e e s e"),
  addressTaken: row("e e e e e e e"),
  signedOut: row("e k k k k k k"),
  passwordChanged: row("k e e k e s k"),
  passwordReset: row("e e e k e s k"),
  emailChanged: row("k e s k e k k"),
  addressReturned: row("e e e l e s l"),
  factorAdded: row("k e s k e k k"),
  factorRemoved: row("k i s k e k k"),
  factorReset: row("e e e e e s k"),
  enteredFromHost: row("e e e e e s e"),
  identityLinked: row("k k k k e k k"),
  identityUnlinked: row("k i s k e k k"),
  userBlocked: row("e e h h e h k"),
  userDeleted: row("e e e e e e e"),
  roleNarrowed: row("k k k k k s k"),
  roleRaised: row("e e e k e k e"),
  memberRaised: row("k k e k k k k"),
  memberRemoved: row("k k e k k s k"),
} as const satisfies Readonly<Record<string, Outcomes>>;

export type Why = keyof typeof ended;

/** What happens to a feature's credentials with events; with those that are absent they stay. */
export type Ends = Readonly<Partial<Record<Why, Outcome>>>;
