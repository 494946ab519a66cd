import { Callers, type CallersOptions, type Target } from "./callers.ts";
import { broken, compareFigures, type Outcome } from "./consistency.ts";
import { addCustomers, type Customer } from "./customers.ts";
import { fillUsage } from "./fill.ts";
import { type Installation, install, type Plan } from "./installation.ts";

/** The result of a run with a fault. */
export interface ScenarioReport {
  readonly outcome: Outcome;
  /** The broken promises; empty if none. */
  readonly broken: readonly string[];
  readonly figures: Readonly<Record<string, number | string>>;
}

export interface Scenario extends Omit<Plan, "place"> {
  readonly place?: string;
  readonly perSecond?: number;
  readonly hangMs?: number;
  /** Earlier calls that are already stored. */
  readonly filled?: number;
}

/** Customers with more credits than a run spends, with a few, and without a meter; callers of each. */
export async function callersOf(
  service: Installation,
  options: Partial<CallersOptions> = {},
  api?: string,
): Promise<{ callers: Callers; customers: Customer[] }> {
  const [plenty] = await addCustomers(service, 10_000_000, 1, {}, api);
  const [unlimited] = await addCustomers(service, null, 1, {}, api);
  const [scarce] = await addCustomers(service, 400, 1, {}, api);
  const customers = [plenty!, unlimited!, scarce!];
  const turns = [plenty!, plenty!, plenty!, unlimited!, plenty!, plenty!, unlimited!, scarce!];
  const targets: Target[] = Array.from({ length: 32 }, (_, index) => {
    const node = service.nodes[index % service.nodes.length]!;
    const { key, subscription } = turns[Math.floor(index / service.nodes.length) % turns.length]!;
    return { key, subscription, port: () => node.port };
  });
  return { callers: new Callers({ targets, perSecond: 2000, hangMs: 3000, ...options }), customers };
}

/** What is called instead of lookups. */
export interface Called extends Partial<CallersOptions> {
  /** The ID of the API. */
  readonly api: string;
}

/** Starts a service, injects `faults` while it is called, and checks consistency. */
export async function suffer(
  scenario: Scenario,
  faults: (service: Installation, callers: Callers) => Promise<ScenarioReport["figures"]>,
  prepare?: (service: Installation) => Promise<Called>,
): Promise<ScenarioReport> {
  const service = await install(scenario);
  try {
    const { perSecond = 2000, hangMs = 3000, filled = 0 } = scenario;
    if (filled > 0) await fillUsage(service, filled);
    const called = await prepare?.(service);
    const { callers, customers } = await callersOf(service, { perSecond, hangMs, ...called }, called?.api);
    callers.start();
    let figures: ScenarioReport["figures"];
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
