import type { ReactNode } from "react";
import { capitalized, day, money } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { PriceChart } from "../../parts/price-chart.tsx";
import { useShowAll } from "../../parts/show-all.ts";
import { Empty } from "../../parts/states.tsx";
import { Unknown } from "../../parts/table.tsx";
import type { VehicleEvent } from "./events.ts";

const shownFirst = 4;

function Photos({ event }: { event: VehicleEvent }) {
  const [all, showAll] = useShowAll();
  if (event.images.length === 0) return null;
  const shown = all ? event.images : event.images.slice(0, shownFirst);
  return (
    <div className="ph">
      {shown.map((image, index) => (
        <img
          key={image}
          src={image}
          loading="lazy"
          width={164}
          height={123}
          alt={t("{index} of {images}, {day}", {
            index: index + 1,
            images: event.images.length,
            day: day(event.at),
          })}
        />
      ))}
      {!all && event.images.length > shownFirst && (
        <Button look="text" onPress={showAll}>
          <T
            text="{images} more<span> photos of {day}</span>"
            images={event.images.length - shownFirst}
            day={day(event.at)}
          />
        </Button>
      )}
    </div>
  );
}

function Event({ event }: { event: VehicleEvent }) {
  const { kind, seller, odometer, title, damage, lot, price, sold } = event;
  const facts = [
    kind === "auction" ? t("Auction") : t("Sale"),
    lot && t("lot {lot}", { lot }),
    seller,
    odometer,
  ];
  return (
    <article className="ev">
      <div>
        <h3>{day(event.at)}</h3>
        <p className="sm muted">{event.place || <Unknown>{t("Place unknown")}</Unknown>}</p>
      </div>
      <div>
        <h3>
          {price === undefined ? (
            <Unknown>{t("Price unknown")}</Unknown>
          ) : (
            (sold && money(price)) || t("Asking price {price}", { price: money(price) })
          )}{" "}
          {!sold && <span className="tag">{t("not sold")}</span>}
        </h3>
        <p className="sm muted">
          <T
            text="{filter}. Title: {title}."
            filter={facts.filter(Boolean).join(", ")}
            title={title || <Unknown />}
          />
          {damage && <> {t("Damage: {damage}.", { damage })}</>}
        </p>
      </div>
      <Photos event={event} />
    </article>
  );
}

interface HistoryProps {
  readonly events: readonly VehicleEvent[];
  /** What is shown before the events. */
  readonly children?: ReactNode;
}

/** Sales and auctions: a price chart, then every event with its photos. */
export function History({ events, children }: HistoryProps) {
  if (events.length === 0)
    return (
      <>
        <Empty title={t("No sales on record")}>
          {t("This does not prove that it was never sold: not every sale is recorded.")}
        </Empty>
        {children}
      </>
    );
  const priced = events.filter(({ price }) => price !== undefined);
  const prices = [...priced]
    .reverse()
    .map(({ at, price, sold }) =>
      t("{sold, select, yes {sold for} other {offered at}} {money} in {year}", {
        sold: sold ? "yes" : "no",
        money: money(price ?? 0),
        year: new Date(at).getUTCFullYear(),
      }),
    )
    .join(", ");
  const finding = capitalized(prices);
  return (
    <>
      <p className="sumup">
        {t(
          "{prices}The dotted line connects sales; values between them are unknown. {events, plural, one {# event} other {# events}} in total.",
          { prices: finding && `${finding}. `, events: events.length },
        )}
      </p>
      {priced.length > 1 && <PriceChart events={priced} label={finding} />}
      {children}
      <div className="evs">
        {events.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </div>
    </>
  );
}
