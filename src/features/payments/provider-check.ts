import {
  type Check,
  type Finding,
  fault,
  type Inspected,
  ok,
  requireDatabase,
  warning,
} from "../../running/check.ts";
import { ProviderFailed } from "./providers/provider.ts";
import { Stripe } from "./providers/stripe.ts";
import { readWay } from "./selling.ts";
import { paymentSettings } from "./settings.ts";
import { findOwnProblems, grave, type Problem, readProblems } from "./watching/problems.ts";
import { findLastCharge, readState } from "./watching/provider-state.ts";
import { endpointUrl } from "./watching/provider-watch.ts";

/** How the payment provider is set up. The command inspects it once; the service shows what it found within the last hour. */
export const providerCheck: Check = {
  name: "payment provider",
  async run(inspected) {
    const db = requireDatabase(inspected);
    const { config, clock, serves } = inspected;
    if (serves) {
      const finding = findingOf(await readProblems(db));
      return finding.state === "ok" ? finding : { ...finding, item: null };
    }
    const { payments, stripeKey, stripeSecrets, stripeUrl } = paymentSettings.of(config);
    if (payments === "stripe" && stripeKey === undefined)
      return fault("VINGATE_STRIPE_KEY is not set", "Set it, with VINGATE_STRIPE_WEBHOOK_SECRETS.");
    const cards =
      payments === "stripe"
        ? new Stripe({ url: stripeUrl, key: stripeKey!, secrets: stripeSecrets, own: config })
        : undefined;
    const { way } = await readWay(db, config);
    const setting = { payments: way, isLive: cards?.isLive };
    const own = await findOwnProblems(db, setting, await readState(db), clock());
    return cards ? ask(inspected, cards, own, await findLastCharge(db)) : findingOf(own);
  },
  async items(inspected) {
    const problems = await readProblems(requireDatabase(inspected));
    return problems.map(({ code, found, advice, since }) => ({
      id: `provider.${code}`,
      kind: "provider",
      permission: "service.view",
      code: `provider_${code}`,
      harm: grave.has(code) ? "refused" : "risk",
      since,
      found,
      consequence: advice,
      action: { code: "open_provider", object: "/payments/provider" },
    }));
  },
};

async function ask(
  { config }: Inspected,
  cards: Stripe,
  own: readonly Problem[],
  lastCharge: string | undefined,
): Promise<Finding> {
  try {
    return findingOf([...own, ...(await cards.inspect(endpointUrl(config.publicUrl), lastCharge))]);
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    return warning(
      [...own.map(({ found }) => found), error.message].join(". "),
      "Check whether this machine reaches VINGATE_STRIPE_URL, then run the doctor again.",
    );
  }
}

function findingOf(problems: readonly Problem[]): Finding {
  if (problems.length === 0) return ok("Nothing is wrong with it");
  const found = problems.map((one) => one.found).join(". ");
  const advice = problems.map((one) => one.advice).join(" ");
  return problems.some(({ code }) => grave.has(code)) ? fault(found, advice) : warning(found, advice);
}
