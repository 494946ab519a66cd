import type { Restoring } from "../../decisions/restoring.ts";
import { addressesLeft, passwordsEnded, rolesLost, usersShut } from "./ended-sign-ins.ts";
import { mailboxesClosed } from "./mailbox.ts";
import { accountsErased } from "./user-deletion.ts";

export const usersRestoring: Restoring = {
  kinds: [passwordsEnded, addressesLeft, rolesLost, usersShut, accountsErased, mailboxesClosed],
};
