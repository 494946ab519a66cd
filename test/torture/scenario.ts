import { type Asked, Callers, type CallersOptions } from "./callers.ts";
import { broken, compareFigures, type Outcome } from "./consistency.ts";
import { addCustomers, type Customer } from "./customers.ts";
import { fillUsage } from "./fill.ts";
import { type Installation, install, type Plan } from "./installation.ts";

/** What a run with a fault came to. */
export interface Told {
  readonly outcome: Outcome;
  /** What the service did not keep; empty where it kept all. */
  readonly broken: readonly string[];
  readonly figures: Readonly<Record<string, number | string>>;
}

export interface Scenario extends Omit<Plan, "place"> {
  readonly place?: string;
  readonly perSecond?: number;
  readonly hangMs?: number;
  /** Calls that are in the books before the first of them. */
  readonly filled?: number;
}

/** Customers with more credits than a run spends, with a few, and without a meter; callers of each. */
export async function callersOf(
  service: Installation,
  options: Partial<CallersOptions> = {},
): Promise<{ callers: Callers; customers: Customer[] }> {
  const [plenty] = await addCustomers(service, 10_000_000);
  const [unlimited] = await addCustomers(service, null);
  const [scarce] = await addCustomers(service, 400);
  const customers = [plenty!, unlimited!, scarce!];
  const turns = [plenty!, plenty!, plenty!, unlimited!, plenty!, plenty!, unlimited!, scarce!];
  const asked: Asked[] = Array.from({ length: 32 }, (_, index) => {
    const node = service.nodes[index % service.nodes.length]!;
    const { key, subscription } = turns[Math.floor(index / service.nodes.length) % turns.length]!;
    return { key, subscription, port: () => node.port };
  });
  return { callers: new Callers({ asked, perSecond: 2000, hangMs: 3000, ...options }), customers };
}

/** Sets a service up, lets `faults` happen while it is called, and compares the books. */
export async function suffer(
  scenario: Scenario,
  faults: (service: Installation, callers: Callers) => Promise<Told["figures"]>,
): Promise<Told> {
  const service = await install(scenario);
  try {
    const { perSecond = 2000, hangMs = 3000, filled = 0 } = scenario;
    if (filled > 0) await fillUsage(service, filled);
    const { callers, customers } = await callersOf(service, { perSecond, hangMs });
    callers.start();
    let figures: Told["figures"];
    try {
      figures = await faults(service, callers);
    } finally {
      await callers.stop();
    }
    const outcome = await compareFigures(service, callers, customers);
    return { outcome, broken: broken(outcome), figures };
  } finally {
    await service.end();
  }
}
