import type { Account } from "../../harness.ts";
import type { ConsoleService } from "../console-service.ts";
import { furnishTerms } from "../furnish-terms.ts";
import { demoVin, furnishLong } from "../furnished.ts";
import { showPayment } from "./shown-payment.ts";

/** Adds what the views show beside the data of `seeded`. */
export async function furnishViews(running: ConsoleService, customer: Account): Promise<void> {
  await furnishLong(running);
  await furnishTerms(running, customer);
  showPayment(running);
  const { ask } = running.service;
  const watched = await ask("PUT", `/watches/${demoVin}`, {
    headers: { "x-authkey": customer.key },
    json: { families: ["auction"] },
  });
  if (watched.status !== 200) throw new Error(`a watch returned ${watched.status}: ${watched.text}`);
}
