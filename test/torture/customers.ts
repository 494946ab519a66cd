import type { Installation } from "./installation.ts";

/** A subscription and the key to it. */
export interface Customer {
  readonly subscription: string;
  readonly key: string;
  /** What it was granted; null where its credits are unlimited. */
  readonly credits: number | null;
}

interface Made {
  readonly user: { readonly id: string };
}

let accounts = 0;

/** Makes a product with so many credits, and so many customers who are subscribed to it. */
export async function addCustomers(
  service: Installation,
  credits: number | null,
  count = 1,
  policy: object = {},
): Promise<Customer[]> {
  accounts += 1;
  const product = `torture-${accounts}`;
  const asked = { credits_granted: credits, state: "published" };
  await service.operate("PUT", `/products/${product}`, asked);
  await service.operate("PUT", `/products/${product}/apis/vin-decoder`);
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
    customers.push({ subscription, key, credits });
  }
  return customers;
}
