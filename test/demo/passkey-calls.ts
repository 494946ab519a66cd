import type { Context } from "../../src/calls/context.ts";
import { sql } from "../../src/database/sql.ts";
import { SoftAuthenticator } from "../soft-authenticator.ts";

interface User {
  readonly userId: string;
}

const user = ({ userId }: User) => ({ id: userId });
let passkeyId = "";
const passkey = ({ userId }: User) => ({ id: userId, passkey_id: passkeyId });
let device: SoftAuthenticator;
let challenge = "";
const keepChallenge = (body: { challenge: string }) => {
  challenge = body.challenge;
};
/** What the service reads of it. */
const read = <Response>({ id, response }: { id: string; response: Response }) => ({ id, response });
const proof = () => ({ response: read(device.prove(challenge)) });

/** How a user adds a passkey and signs in with it. It ends without one. */
export const passkeyCalls = [
  {
    operation: "beginPasskey",
    as: "user",
    prepare: async ({ config, database }: Context, { userId }: User) => {
      // The example of its confirmation follows later.
      await database.run(sql`update app_user set proved_at = registered_at where id = ${userId}`);
      device = new SoftAuthenticator(userId, Buffer.from("example"), new URL(config.publicUrl).origin);
    },
    params: user,
    keep: keepChallenge,
  },
  {
    operation: "addPasskey",
    as: "user",
    params: user,
    json: () => ({ name: "Laptop", response: read(device.register(challenge)) }),
    keep: (body: { id: string }) => {
      passkeyId = body.id;
    },
  },
  { operation: "renamePasskey", as: "user", params: passkey, json: () => ({ name: "Work laptop" }) },
  { operation: "beginPasskeySignIn", as: "client", keep: keepChallenge },
  { operation: "stepUpWithPasskey", as: "user", json: proof },
  {
    operation: "signInWithPasskey",
    as: "client",
    prepare: async ({ database, clock }: Context) => {
      challenge = "example-of-a-challenge";
      await database.run(sql`
        insert into passkey_challenge (challenge, expires_at) values (${challenge}, ${clock() + 1000})`);
    },
    json: proof,
  },
  { operation: "listPasskeys", as: "user", params: user },
  { operation: "removePasskey", as: "user", params: passkey },
] as const;
