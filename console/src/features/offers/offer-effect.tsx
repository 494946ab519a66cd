import { count, day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { price } from "../../base/money.ts";
import type { Offer } from "./offer-queries.ts";
import type { Terms } from "./offer-words.ts";
import { everyText } from "./offer-words.ts";

interface Affected {
  /** The version that a publication makes. */
  readonly next: number;
  readonly newest: Offer | undefined;
  /** The terms of the draft; undefined while a field has a fault. */
  readonly draft: Terms | undefined;
}

/** The button that publishes, with what it does. */
export function publishText(next: number, newest: Offer | undefined, draft: Terms | undefined): string {
  const withdraws = newest?.on_sale && draft?.on_sale === false;
  if (withdraws) return t("Publish version {next} and withdraw the offer", { next });
  const current = newest?.subscriptions ?? 0;
  return current > 0
    ? t(
        "Publish version {next} for {current, plural, one {# current subscription} other {# current subscriptions}}",
        { next, current },
      )
    : t("Publish version {next}", { next });
}

const dayMs = 86_400_000;

/** Whom a publication reaches, and when. */
export function OfferEffect({ next, newest, draft }: Affected) {
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
        {newest && <CurrentSubscriptions newest={newest} noticeDays={newest.notice_days} />}
        <li>
          <T text="<b>Nobody is charged now.</b> No balance changes. Credits keep their dates." />
        </li>
        <li>{t("Published versions cannot be edited or deleted.")}</li>
      </ul>
      {newest && draft && <Income newest={newest} draft={draft} />}
    </>
  );
}

function CurrentSubscriptions({ newest, noticeDays }: { newest: Offer; noticeDays: number }) {
  const { version, subscriptions = null } = newest;
  if (subscriptions === 0)
    return (
      <li>
        <T text="<b>Current subscriptions:</b> none has version {version}." version={version} />
      </li>
    );
  const who =
    subscriptions === null
      ? t("Current subscriptions")
      : t("{subscriptions, plural, one {# current subscription} other {# current subscriptions}}", {
          subscriptions,
        });
  return (
    <li>
      <T
        text="{who} version {version} until the first period that starts after {day}."
        who={<b>{who}:</b>}
        version={version}
        day={day(Date.now() + noticeDays * dayMs)}
      />
    </li>
  );
}

/** What current subscriptions pay, before and after. */
function Income({ newest, draft }: { newest: Offer; draft: Terms }) {
  const { subscriptions, price_minor: was, price_every: every, currency } = newest;
  const is = draft.price_minor;
  if (!subscriptions || was === is || every === "once" || every !== draft.price_every) return null;
  const times = (minor: number) => BigInt(subscriptions) * BigInt(minor);
  const difference = times(is) - times(was);
  const sum = (minor: bigint) => `${price(minor, currency)} ${everyText(every)}`;
  return (
    <table className="sum note">
      <caption className="vh">{t("Effect on income")}</caption>
      <tbody>
        <tr>
          <th scope="row">
            {t("Now, {subscriptions} × {price}", {
              subscriptions: count(subscriptions),
              price: price(was, currency),
            })}
          </th>
          <td>{sum(times(was))}</td>
        </tr>
        <tr>
          <th scope="row">
            {t("After the notice, {subscriptions} × {price}", {
              subscriptions: count(subscriptions),
              price: price(is, currency),
            })}
          </th>
          <td>{sum(times(is))}</td>
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
