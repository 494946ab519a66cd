import { serviceAudit } from "../../access/audit.ts";
import { type IdentityServices, insertOperatorToken } from "../../access/identity.ts";
import { randomPassword } from "../../access/passwords.ts";
import { writeSecretFile } from "../../access/secret-files.ts";
import { uuidv7 } from "../../base/ids.ts";
import type { Config } from "../../config.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { adjustTotals } from "../common/list-totals.ts";
import { insertUser } from "../common/user-resource.ts";
import { insertDefaultProducts, unlimitedProductId } from "../products/products.ts";
import { findProduct, insertSubscription } from "../subscriptions/subscription-creation.ts";
import { firstRunPath, hasJournals, remedy } from "./lost-database.ts";

/** The credentials of a new installation, in the form of `first-run.json`. */
export interface FirstRun {
  readonly operator_email: string;
  readonly operator_password: string;
  readonly operator_token: string;
  readonly client_token: string;
  /** With demo data only: an account whose key has unlimited credits. */
  readonly demo_user_email?: string;
  readonly demo_user_password?: string;
  readonly demo_key?: string;
  readonly console_url: string;
}

type Minting = Pick<IdentityServices, "vault" | "passwords" | "clientToken">;

const operatorEmail = "operator@example.com";
// The examples of the OpenAPI document name these.
const demoUserId = "acme";
const demoSubscriptionId = "acme-fleet";
const demoEmail = "demo@example.com";

/**
 * If no user exists: creates the default products, an operator, with demo data a customer, and the file with
 * their credentials. Runs under the lock that all nodes share. Undefined if there are users.
 */
export async function firstRun(
  tx: Queries,
  config: Config,
  access: Minting,
  demo: boolean,
  now: number,
): Promise<FirstRun | undefined> {
  if (await tx.get(sql`select id from app_user limit 1`)) return undefined;
  if (hasJournals(config))
    throw new Error(
      `the database has no users, but ${config.dataDir} contains the journals of an installation: ${remedy}`,
    );
  const password = randomPassword();
  await insertDefaultProducts(tx, now);
  await insertUser(
    tx,
    {
      provedBy: "operator",
      id: uuidv7(now),
      email: operatorEmail,
      firstName: "First",
      lastName: "Operator",
      role: "operator",
      operatorRole: "owner",
      passwordHash: await access.passwords.hash(password),
    },
    now,
  );
  await adjustTotals(tx, [["user/active", 1]]);
  const made: FirstRun = {
    operator_email: operatorEmail,
    operator_password: password,
    operator_token: config.operatorToken ?? (await insertOperatorToken(tx, now)),
    client_token: access.clientToken,
    ...(demo && (await insertDemoCustomer(tx, access, now))),
    console_url: `${config.publicUrl}/console`,
  };
  // Before the commit: an operator whose password could not be written would lock everyone out.
  await writeSecretFile(firstRunPath(config), `${JSON.stringify(made, null, 2)}\n`);
  return made;
}

async function insertDemoCustomer(tx: Queries, access: Minting, now: number) {
  const password = randomPassword();
  const passwordHash = await access.passwords.hash(password);
  await insertUser(
    tx,
    {
      provedBy: "operator",
      id: demoUserId,
      email: demoEmail,
      firstName: "Demo",
      lastName: "Customer",
      role: "customer",
      passwordHash,
    },
    now,
  );
  const made = await insertSubscription(
    tx,
    { vault: access.vault, running: [] },
    {
      id: demoSubscriptionId,
      ownerId: demoUserId,
      scope: `/products/${unlimitedProductId}`,
      product: await findProduct(tx, unlimitedProductId),
      displayName: "Demo",
      state: "active",
    },
    serviceAudit(now, "first-run"),
  );
  await adjustTotals(tx, [
    ["user/active", 1],
    ["subscription/active", 1],
  ]);
  return { demo_user_email: demoEmail, demo_user_password: password, demo_key: made.keys.primary_key };
}
