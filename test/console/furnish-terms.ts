import { signedIn } from "../callers.ts";
import type { Account } from "../harness.ts";
import type { ConsoleService } from "./console-service.ts";
import { accounts } from "./sold.ts";

/** Terms that the customer has accepted, a seller with taxes and accounts, and the customer's billing details. */
export async function furnishTerms({ service }: ConsoleService, customer: Account): Promise<void> {
  const headers = service.operatorHeaders;
  const own = await signedIn(service, customer);
  const puts = [
    [
      "/terms/terms",
      { title: "Terms of service", text: "# Use\n\nBe fair.\n\n- Keep your keys secret." },
      headers,
    ],
    [
      "/papers/seller",
      { name: "Lotdata s.r.o.", address: ["Dlouhá 12"], city: "Praha", country: "CZ", tax_id: "CZ12345679" },
      headers,
    ],
    [
      "/papers/taxes",
      {
        rules: [{ countries: ["CZ"], tax: { rate: 2100, category: "S" } }],
        otherwise: { rate: 0, category: "O", reason: "Not subject to VAT." },
      },
      headers,
    ],
    ["/papers/accounts", accounts, headers],
    [
      `/users/${customer.userId}/billing-details`,
      { company: "Acme Fleet GmbH", address: ["Hafenstraße 8"], city: "Hamburg", country: "DE" },
      own,
    ],
  ] as const;
  for (const [path, json, by] of puts) {
    const { status, text } = await service.ask("PUT", path, { headers: by, json });
    if (status !== 200) throw new Error(`${path} returned ${status}: ${text}`);
  }
  await service.ask("POST", "/terms/acceptances", { headers: own, json: { kind: "terms", version: 1 } });
}
