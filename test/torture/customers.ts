import type { Installation } from "./installation.ts";

/** A subscription and its key. */
export interface Customer {
  readonly subscription: string;
  readonly key: string;
  readonly product: string;
  /** The granted credits; null if unlimited. */
  readonly credits: number | null;
}

interface Made {
  readonly user: { readonly id: string };
}

let accounts = 0;

/** Creates a product with this many credits, and this many subscribed customers. */
export async function addCustomers(
  service: Pick<Installation, "operate">,
  credits: number | null,
  count = 1,
  policy: object = {},
  api = "vin-decoder",
): Promise<Customer[]> {
  accounts += 1;
  const product = `torture-${accounts}`;
  const terms = { credits_granted: credits, state: "published" };
  await service.operate("PUT", `/products/${product}`, terms);
  await service.operate("PUT", `/products/${product}/apis/${api}`);
  await service.operate("PUT", `/products/${product}/policies/policy`, { policy });
  const person = { email: `${product}@example.com`, first_name: "Ada", last_name: "Byron" };
  const { user } = await service.operate<Made>("POST", "/users/signup", person);
  const customers: Customer[] = [];
  for (let index = 0; index < count; index++) {
    const subscription = `${product}-${index}`;
    const body = { scope: `/products/${product}`, owner_id: user.id, state: "active" };
    await service.operate("PUT", `/subscriptions/${subscription}`, body);
    const path = `/subscriptions/${subscription}/listSecrets`;
    const { primary_key: key } = await service.operate<{ primary_key: string }>("POST", path);
    customers.push({ subscription, key, product, credits });
  }
  return customers;
}
