import { capitalized, counted, day, money } from "../../base/format.ts";
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
          alt={`${index + 1} of ${event.images.length}, ${day(event.at)}`}
        />
      ))}
      {!all && event.images.length > shownFirst && (
        <Button look="text" onPress={showAll}>
          {event.images.length - shownFirst} more<span className="vh"> photos of {day(event.at)}</span>
        </Button>
      )}
    </div>
  );
}

function Event({ event }: { event: VehicleEvent }) {
  const { kind, seller, odometer, title, damage, lot, price, sold } = event;
  const facts = [kind === "auction" ? "Auction" : "Sale", lot && `lot ${lot}`, seller, odometer];
  return (
    <article className="ev">
      <div>
        <h3>{day(event.at)}</h3>
        <p className="sm muted">{event.place || <Unknown>Place unknown</Unknown>}</p>
      </div>
      <div>
        <h3>
          {price === undefined ? (
            <Unknown>Price unknown</Unknown>
          ) : (
            `${sold ? "" : "Asking price "}${money(price)}`
          )}{" "}
          {!sold && <span className="tag">not sold</span>}
        </h3>
        <p className="sm muted">
          {facts.filter(Boolean).join(", ")}. Title: {title || <Unknown />}.{damage && ` Damage: ${damage}.`}
        </p>
      </div>
      <Photos event={event} />
    </article>
  );
}

/** Sales and auctions: a price chart, then every event with its photos. */
export function History({ events }: { events: readonly VehicleEvent[] }) {
  if (events.length === 0)
    return (
      <Empty title="No sales on record">
        This does not prove that it was never sold: not every sale is recorded.
      </Empty>
    );
  const priced = events.filter(({ price }) => price !== undefined);
  const prices = [...priced]
    .reverse()
    .map(
      ({ at, price, sold }) =>
        `${sold ? "sold for" : "offered at"} ${money(price ?? 0)} in ${new Date(at).getUTCFullYear()}`,
    )
    .join(", ");
  const finding = capitalized(prices);
  return (
    <>
      <p className="sumup">
        {finding && `${finding}. `}The dotted line connects sales; values between them are unknown.{" "}
        {counted(events.length, "event")} in total.
      </p>
      {priced.length > 1 && <PriceChart events={priced} label={finding} />}
      <div className="evs">
        {events.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </div>
    </>
  );
}
