import type { Product } from "../../api/client.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import type { TermChange } from "./offer-form.ts";
import type { Offer } from "./offer-queries.ts";
import { priceText, soldText, type Terms } from "./offer-words.ts";
import { customersText, noticeEnds } from "./who-pays.tsx";

/** A draft, beside what is published. */
export interface Drafted {
  readonly product: Product;
  /** Newest first. */
  readonly versions: readonly Offer[];
  /** The customers of all versions; null if they are not counted. */
  readonly customers: number | null;
  readonly newest: Offer | undefined;
  /** Undefined while a field is empty or has a fault. */
  readonly terms: Terms | undefined;
  readonly changes: readonly TermChange[];
  /** Whether only who pays differs, because it was chosen. */
  readonly isForOthers: boolean;
}

const isOtherPrice = ({ newest, terms }: Drafted) =>
  newest !== undefined && terms !== undefined && terms.price_minor !== newest.price_minor;

/** What follows the plan's name in the heading. */
export function headingText(draft: Drafted, isPriced: boolean): string {
  const { newest, terms, changes, isForOthers } = draft;
  if (!isPriced) return t("without a price");
  if (!newest) return terms ? soldText(terms) : t("no price yet");
  const next = newest.version + 1;
  if (isOtherPrice(draft))
    return t("version {next} costs {price}, was {was}", {
      next,
      price: price(terms!.price_minor, terms!.currency),
      was: price(newest.price_minor, newest.currency),
    });
  if (changes.length > 0)
    return t("version {next} changes {changes, plural, one {# term} other {# terms}}", {
      next,
      changes: changes.length,
    });
  if (isForOthers) return t("version {next} changes who pays", { next });
  return newest.on_sale
    ? priceText(newest)
    : t("version {version} is not on the price page", { version: newest.version });
}

/** The sentence below the heading. */
export function noteText(draft: Drafted, isPriced: boolean): string {
  const { newest, customers, changes, isForOthers, versions } = draft;
  if (!newest) return isPriced ? t("Nothing is sold until you publish.") : t("It is not on the price page.");
  if (changes.length > 0 || isForOthers)
    return customers === null
      ? t("Nothing changes until you publish.")
      : t(
          "{customers, plural, one {# customer has} other {# customers have}} an older version. Nothing changes until you publish.",
          { customers },
        );
  const pending = pendingNotice(versions);
  if (pending)
    return t("The notice of version {version} goes on: it applies from {day}.", {
      version: pending.version,
      day: day(noticeEnd(pending)),
    });
  return t("Version {version} since {day}. {text}.", {
    version: newest.version,
    day: day(newest.published_at),
    text: soldText(newest),
  });
}

const dayMs = 86_400_000;

const noticeEnd = ({ published_at, notice_days }: Offer): number =>
  Date.parse(published_at) + notice_days * dayMs;

/** The newest version for all that does not apply yet to the subscriptions of older ones. */
function pendingNotice(versions: readonly Offer[]): Offer | undefined {
  const isLater = (one: Offer) => one.on_sale && one.who_pays === "notice" && noticeEnd(one) > Date.now();
  const found = versions.find(isLater);
  const hasOlder = (one: Offer) =>
    versions.some(({ version, subscriptions }) => version < one.version && subscriptions !== 0);
  return found && hasOlder(found) ? found : undefined;
}

/** What a publication does, above its button. */
export function effectText({ terms, customers, versions }: Drafted): string {
  if (!terms) return "";
  const sum = price(terms.price_minor, terms.currency);
  const values = {
    sum,
    who: customersText(customers),
    day: noticeEnds(terms.notice_days),
    mails: customers ?? 0,
  };
  if (!terms.on_sale) return t("No new customers. Current ones keep the plan. 0 mails.");
  if (customers === 0) return t("New customers pay {sum}. 0 mails.", values);
  if (terms.who_pays === "new")
    return t("New customers pay {sum}. {keep}. 0 mails.", { sum, keep: keepText(versions) });
  return customers === null
    ? t(
        "Everyone pays {sum}: current customers from the first period after {day}. Each gets a mail now.",
        values,
      )
    : t(
        "Everyone pays {sum}: {who} from the first period after {day}. {mails, plural, one {# mail} other {# mails}} now.",
        values,
      );
}

/** `12 keep €49.90`. */
function keepText(versions: readonly Offer[]): string {
  const sold = versions.filter(({ subscriptions }) => subscriptions !== 0);
  const prices = new Set(sold.map((one) => price(one.price_minor, one.currency)));
  const count = sold.reduce((sum, one) => sum + (one.subscriptions ?? 0), 0);
  const keep = prices.size === 1 ? [...prices][0]! : t("their prices");
  return sold.some(({ subscriptions }) => subscriptions === null)
    ? t("Current customers keep {keep}", { keep })
    : t("{count} keep {keep}", { count, keep });
}

/** The button that publishes. */
export function publishText({ newest, terms }: Drafted, withPlan: boolean): string {
  const next = (newest?.version ?? 0) + 1;
  if (newest?.on_sale && terms?.on_sale === false)
    return t("Publish version {next} and stop selling", { next });
  if (!terms) return t("Publish version {next}", { next });
  const values = { next, sum: price(terms.price_minor, terms.currency) };
  return withPlan
    ? t("Publish the plan and version {next} ({sum})", values)
    : t("Publish version {next} ({sum})", values);
}
