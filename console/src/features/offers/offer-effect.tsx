import { count, day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { price } from "../../base/money.ts";
import type { Offer } from "./offer-queries.ts";
import type { Terms } from "./offer-words.ts";
import { everyText } from "./offer-words.ts";
import { customersOf, customersText } from "./who-pays.tsx";

interface Affected {
  /** The version that a publication makes. */
  readonly next: number;
  /** Newest first. */
  readonly versions: readonly Offer[];
  /** The terms of the draft; undefined while a field has a fault. */
  readonly draft: Terms | undefined;
}

/** The button that publishes, with what it does. `plan`: it publishes the plan too. */
export function publishText({ next, versions, draft }: Affected, plan: boolean): string {
  if (versions[0]?.on_sale && draft?.on_sale === false)
    return t("Publish version {next} and withdraw the offer", { next });
  if (plan) return t("Publish the plan and version {next}", { next });
  const current = customersOf(versions) ?? 0;
  if (current === 0) return t("Publish version {next}", { next });
  return draft?.who_pays === "new"
    ? t("Publish version {next} for new customers", { next })
    : t(
        "Publish version {next} for {current, plural, one {# current subscription} other {# current subscriptions}}",
        { next, current },
      );
}

const dayMs = 86_400_000;

/** Whom a publication reaches, and when. */
export function OfferEffect({ next, versions, draft }: Affected) {
  const isSold = draft?.on_sale ?? true;
  return (
    <>
      <ul className="words">
        <li>
          <b>{t("New subscriptions:")}</b>{" "}
          {isSold
            ? t("version {next} from the moment it is published.", { next })
            : t("none. The plan is not on the price page any more.")}
        </li>
        {versions.length > 0 && <CurrentSubscriptions versions={versions} draft={draft} />}
        <li>
          <T text="<b>Nobody is charged now.</b> No balance changes. Credits keep their dates." />
        </li>
        <li>{t("Published versions cannot be edited or deleted.")}</li>
      </ul>
      {draft?.on_sale && draft.who_pays === "notice" && <Income versions={versions} draft={draft} />}
    </>
  );
}

/** Shows the effect on subscriptions that no earlier choice covers; who pays a version on sale is chosen above. */
function CurrentSubscriptions({ versions, draft }: Omit<Affected, "next">) {
  const customers = customersOf(versions);
  if (customers === 0)
    return (
      <li>
        <T text="<b>Current subscriptions:</b> none." />
      </li>
    );
  const pending = pendingNotice(versions);
  return (
    <>
      {draft?.on_sale === false && (
        <li>
          <T
            text="{who} version and price stay until the plan is changed."
            who={<b>{customersText(customers)}:</b>}
          />
        </li>
      )}
      {pending && (
        <li>
          <T
            text="<b>The notice of version {version} goes on:</b> it applies from {day}."
            version={pending.version}
            day={day(noticeEnd(pending))}
          />
        </li>
      )}
    </>
  );
}

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

/** What current subscriptions pay, before and after the notice. */
function Income({ versions, draft }: { versions: readonly Offer[]; draft: Terms }) {
  const current = versions.filter(({ subscriptions }) => subscriptions);
  const { price_minor: is, price_every: every, currency } = draft;
  const isSame = current.every((one) => one.price_every === every);
  const subscriptions = customersOf(versions);
  if (!subscriptions || !isSame || every === "once") return null;
  const now = current.reduce(
    (sum, one) => sum + BigInt(one.subscriptions ?? 0) * BigInt(one.price_minor),
    0n,
  );
  const then = BigInt(subscriptions) * BigInt(is);
  const difference = then - now;
  if (difference === 0n) return null;
  const prices = new Set(current.map(({ price_minor }) => price_minor));
  const [was = 0] = prices;
  const sum = (minor: bigint) => `${price(minor, currency)} ${everyText(every)}`;
  return (
    <table className="sum note">
      <caption>{t("Effect on income, without VAT")}</caption>
      <tbody>
        <tr>
          <th scope="row">
            {prices.size === 1
              ? t("Now, {subscriptions} × {price}", {
                  subscriptions: count(subscriptions),
                  price: price(was, currency),
                })
              : t("Now, {subscriptions} at {prices} prices", {
                  subscriptions: count(subscriptions),
                  prices: count(prices.size),
                })}
          </th>
          <td>{sum(now)}</td>
        </tr>
        <tr>
          <th scope="row">
            {t("After the notice, {subscriptions} × {price}", {
              subscriptions: count(subscriptions),
              price: price(is, currency),
            })}
          </th>
          <td>{sum(then)}</td>
        </tr>
        <tr className="total">
          <th scope="row">{t("Difference")}</th>
          <td>
            {difference > 0n && "+"}
            {sum(difference)}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
