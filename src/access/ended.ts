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

type Outcomes = Readonly<Record<CredentialKind, Outcome>>;

/** Outcomes in the order of `credentialKinds`, by their first letters. */
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
  return Object.fromEntries(credentialKinds.map((kind, index) => [kind, outcomes[index]])) as Outcomes;
}

/** What ends with each event: this session, other sessions, tokens, assistants, passkeys, codes, identities, links, invitations, keys, links that take an address back. */
export const ended = {
  addressProved: row("k e e e e e e e e s e"),
  addressTaken: row("e e e e e e e e e e e"),
  signedOut: row("e k k k k k k k k k k"),
  passwordChanged: row("k e e s k k k e k s k"),
  passwordReset: row("e e e e s k s e e s k"),
  emailChanged: row("k e s s k k k e k k k"),
  addressReturned: row("e e e e l l l e e s l"),
  factorAdded: row("k e s s k k k e k k k"),
  factorRemoved: row("k i s k k k k e k k k"),
  factorReset: row("e e e e e e k e e s k"),
  enteredFromHost: row("e e e e e e e e e s e"),
  identityLinked: row("k k k k k k k e k k k"),
  identityUnlinked: row("k i s k k k k e k k k"),
  userBlocked: row("e e h h h h h e e h k"),
  userDeleted: row("e e e e e e e e e e e"),
  roleNarrowed: row("k k k k k k k k e s k"),
  roleRaised: row("e e e e k k k e e k e"),
  memberRaised: row("k k e k k k k k k k k"),
  memberRemoved: row("k k e e k k k k e s k"),
} as const satisfies Readonly<Record<string, Outcomes>>;

export type Why = keyof typeof ended;
