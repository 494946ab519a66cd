import { useState } from "react";
import { count, day, money } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { PriceLine } from "../../parts/price-chart.tsx";
import { Empty } from "../../parts/states.tsx";
import type { VehicleEvent } from "./events.ts";

const shownFirst = 4;

function Photographs({ event }: { readonly event: VehicleEvent }) {
  const [all, setAll] = useState(false);
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
        <Button look="text" onPress={() => setAll(true)}>
          {event.images.length - shownFirst} more<span className="vh"> photographs of {day(event.at)}</span>
        </Button>
      )}
    </div>
  );
}

function Line({ event }: { readonly event: VehicleEvent }) {
  const { kind, seller, odometer, title, damage, lot, price, sold } = event;
  const facts = [kind === "auction" ? "Auction" : "Sale", lot && `lot ${lot}`, seller, odometer]
    .filter(Boolean)
    .join(", ");
  return (
    <article className="ev">
      <div>
        <h3>{day(event.at)}</h3>
        <p className="sm muted">{event.place || <span className="unknown">place unknown</span>}</p>
      </div>
      <div>
        <h3>
          {price === undefined ? (
            <span className="unknown">price unknown</span>
          ) : (
            `${money(price)}${sold ? "" : " asked"}`
          )}{" "}
          {!sold && <span className="tag">not sold</span>}
        </h3>
        <p className="sm muted">
          {facts}. Title: {title || <span className="unknown">unknown</span>}.
          {damage && ` Damage: ${damage}.`}
        </p>
      </div>
      <Photographs event={event} />
    </article>
  );
}

/** Sales and auctions of one vehicle: a price line, then every event with its photographs. */
export function History({ events }: { readonly events: readonly VehicleEvent[] }) {
  if (events.length === 0)
    return (
      <Empty title="Nothing is recorded">
        That is no proof: it may have been sold where nobody recorded it.
      </Empty>
    );
  const priced = events.filter(({ price }) => price !== undefined);
  const said = [...priced]
    .reverse()
    .map(
      ({ at, price, sold }) =>
        `${money(price ?? 0)} ${sold ? "paid" : "asked"} in ${new Date(at).getUTCFullYear()}`,
    )
    .join(", ");
  return (
    <>
      <p className="sumup">
        {said}. What it was worth between is not known, so the line is dotted. {count(events.length)} events
        in all.
      </p>
      {priced.length > 1 && <PriceLine events={priced} label={said} />}
      <div className="evs">
        {events.map((event) => (
          <Line key={event.id} event={event} />
        ))}
      </div>
    </>
  );
}
