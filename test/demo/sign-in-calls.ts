import { byPassword } from "../../src/access/proof.ts";
import { codeOf, stepAt } from "../../src/access/second-factor/totp.ts";
import { createSession } from "../../src/access/sessions.ts";
import type { Context } from "../../src/calls/context.ts";
import { assistantCalls } from "./assistant-calls.ts";
import { passkeyCalls } from "./passkey-calls.ts";
import { remainingCalls } from "./remaining-calls.ts";
import { restoreCalls } from "./restore-calls.ts";
import { signOnCalls } from "./sign-on-calls.ts";

const user = ({ userId }: { userId: string }) => ({ id: userId });
let secret = "";
let code = "";
let sessionId = "";
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1";

const bytesOf = (base32: string): Uint8Array => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...base32].map((one) => alphabet.indexOf(one).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
};

/** How a user signs in, and with what. It ends without app codes. */
export const signInCalls = [
  { operation: "listRoles", as: "nobody" },
  { operation: "listOperators", query: () => ({ page: 1, page_size: 2 }) },
  { operation: "listOperatorAccess", params: user, query: () => ({ page: 1, page_size: 2 }) },
  { operation: "listAccounts", as: "user" },
  {
    operation: "chooseAccount",
    as: "user",
    json: (made: { userId: string }) => ({ account_id: made.userId }),
  },
  {
    operation: "beginSecondFactor",
    as: "user",
    params: user,
    keep: (body: { secret: string }) => {
      secret = body.secret;
    },
  },
  {
    operation: "confirmSecondFactor",
    as: "user",
    prepare: async ({ clock }: Context) => {
      code = codeOf(bytesOf(secret), stepAt(clock()));
    },
    params: user,
    json: () => ({ code }),
  },
  { operation: "getSecondFactor", as: "user", params: user },
  { operation: "createRecoveryCodes", as: "user", params: user },
  { operation: "removeSecondFactor", as: "user", params: user },
  ...remainingCalls,
  ...passkeyCalls,
  { operation: "stepUp", as: "user", json: () => ({ password: "another passphrase" }) },
  {
    operation: "listSessions",
    as: "user",
    prepare: async ({ database, clock }: Context, { userId }: { userId: string }) => {
      const start = { proved: byPassword, address: "198.51.100.7", agent: phone } as const;
      await database.transaction((tx) => createSession(tx, userId, clock() + 1, start));
    },
    params: user,
    keep: (body: { id: string; is_this: boolean }[]) => {
      sessionId = body.find((one) => !one.is_this)!.id;
    },
  },
  {
    operation: "endSession",
    as: "user",
    params: ({ userId }: { userId: string }) => ({ id: userId, session_id: sessionId }),
  },
  { operation: "endOtherSessions", as: "user", params: user },
  ...signOnCalls,
  ...assistantCalls,
] as const;

/** How a user leaves. */
export const closingCalls = [
  ...restoreCalls,
  { operation: "getAccountClosing", as: "user", params: user },
  { operation: "logOut", as: "user" },
  { operation: "closeAccount", params: user, json: () => ({ email: "ada@example.com" }) },
] as const;
