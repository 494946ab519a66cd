/**
 * What each proof may do, written by hand, never from what the program requires: by effect the answer to each of the
 * callers of `proofs.ts`, in their order.
 *
 * Y passes. U 401 `step_up_required`. S 403 `insufficient_scope`. R 403: its role, or the client token, which has none.
 * - 401, no credential. . there is no such call.
 */
// Columns: 1 none, 2 client, 3 key, 4 assistant, 5 to 8 access tokens, 9 password, 11 password of an account with another
// factor, 13 code, 15 passkey, 17 views as a customer; operators, two factors required: 19 password, 21 code and passkey,
// 25 access tokens, 28 operator token; passkey required: 30 code and passkey.
const table = `
             1  2  3  4  5 6 7 8  9 10 11    13   15   17   19   21       25     28   30
lookup       -  -  Y  -  - - - -  - -  - -  - -  - -  - -  - -  - - - -  - - -  - -  - - -
prove        -  R  -  -  S S S S  Y Y  Y Y  Y Y  Y Y  Y Y  Y Y  Y Y Y Y  S S S  . .  Y Y Y
readOwn      -  R  -  -  Y Y Y Y  Y Y  Y Y  Y Y  Y Y  Y Y  Y Y  Y Y Y Y  Y Y Y  . .  Y Y Y
changeOwn    -  R  -  -  S Y Y Y  Y Y  Y Y  Y Y  Y Y  R R  U U  Y Y Y Y  Y S Y  . .  U Y Y
readOthers   -  R  -  -  . . . .  . .  . .  . .  . .  Y U  U U  Y Y Y Y  Y S Y  Y Y  U Y Y
changeOthers -  R  -  -  . . . .  . .  . .  . .  . .  R R  U U  Y Y Y Y  Y S Y  Y Y  U Y Y
show         -  R  -  -  S S Y Y  Y Y  U U  Y Y  Y Y  R R  U U  Y Y Y Y  Y S Y  Y S  U Y Y
money        -  R  -  -  S S Y Y  Y U  U U  Y U  Y U  R R  U U  Y Y U U  Y S Y  Y S  U Y U
secrets      -  R  -  -  S S Y Y  Y U  U U  Y U  Y U  R R  U U  Y Y U U  Y S Y  Y S  U Y U
enrol        -  R  -  -  S S S S  Y U  U U  Y U  Y U  R R  Y U  Y Y U U  S S S  . .  Y Y U
enter        -  R  -  -  S S S S  Y U  U U  Y U  Y U  R R  U U  Y Y U U  S S S  Y S  U Y U
`;

export type Intent = "Y" | "U" | "S" | "R" | "-" | ".";

/** The answers by effect. */
export const intents: ReadonlyMap<string, readonly Intent[]> = new Map(
  table
    .split("\n")
    .filter((line) => /^[a-z]/.test(line))
    .map((line) => {
      const [effect = "", ...answers] = line.trim().split(/ +/);
      return [effect, answers as Intent[]];
    }),
);
