import type { KeptCredential } from "../access/kept-credential.ts";
import type { Queries } from "../database/database.ts";
import type { Sql } from "../database/sql.ts";
import type { Factor } from "../http/proof.ts";
import { allPort, optionalPort } from "./ports.ts";

/** What a user proves itself with in a step-up. `app_code` and `recovery_code` come with the password. */
export type StepUpMethod = "password" | "app_code" | "recovery_code" | "passkey" | "single_sign_on";

/** By what a user can prove who it is, and how much it proves. */
export interface Provable {
  readonly method: StepUpMethod;
  readonly strength: Factor;
}

/** Whether the user can sign in by what a feature keeps, without a password. */
export const signsIn = allPort<(db: Queries, userId: string) => Promise<boolean>>("sign-in without password");

/** The credentials of users that a feature keeps. */
export const keptCredentials = allPort<readonly KeptCredential[]>("credentials");

/** By what of a feature the user can prove who it is, and how much each proves. */
export const proves =
  allPort<(db: Queries, userId: string) => Promise<readonly Provable[]>>("proofs of users");

/** A condition: whether the user whose ID is in a column has a passkey. */
export const hasPasskey = allPort<(userId: Sql) => Sql>("users with a passkey");

/** The `WWW-Authenticate` of a call of `/mcp` without a credential, by which clients find where a user signs in. */
export const mcpChallenge = optionalPort<string>("the challenge of programs");
