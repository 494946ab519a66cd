import { insertAddressReturn } from "../../src/access/links/address-returns.ts";
import type { Context } from "../../src/calls/context.ts";
import { findUser } from "../../src/management/common/user-resource.ts";
import { hostEntryToken } from "../host-entry.ts";

const user = ({ userId }: { userId: string }) => ({ id: userId });
let token = "";
const password = "another passphrase";

/** How the links of operators and of the host set a password. */
export const entryCalls = [
  {
    operation: "createResetLink",
    params: user,
    keep: (body: { reset_token: string }) => {
      token = body.reset_token;
    },
  },
  { operation: "resetPassword", as: "client", json: () => ({ reset_token: token, password }) },
  {
    operation: "enterFromHost",
    as: "client",
    async prepare(app: Context, { userId }: { userId: string }) {
      token = await hostEntryToken(app, userId);
    },
    json: () => ({ entry_token: token, password }),
  },
] as const;

/** How a user takes a changed address back; for the user `acme`. */
export const takeBackCall = {
  operation: "takeAddressBack",
  as: "client",
  async prepare({ database, clock }: Context) {
    const former = (await findUser(database, "acme"))!;
    token = await database.transaction((tx) => insertAddressReturn(tx, former, clock()));
  },
  json: () => ({ return_token: token, password }),
} as const;
