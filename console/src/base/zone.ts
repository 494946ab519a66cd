import { aheadOf, isTimeZone } from "../../../src/base/reading/times.ts";
import { createStore } from "./store.ts";

const storageKey = "vingate.zone";
/** While it is set, times are in UTC, whatever the choice is. */
const utcKey = "vingate.utc";

/** The zone that the reader chose, such as `Europe/Prague`; undefined: the browser's. */
export function chosenZone(): string | undefined {
  // Some modules are tested without a browser.
  const zone = globalThis.localStorage?.getItem(storageKey);
  return zone && isTimeZone(zone) ? zone : undefined;
}

/** The zone in which times are shown; undefined: the browser's. */
export const zoneStore = createStore<string | undefined>(
  globalThis.sessionStorage?.getItem(utcKey) ? "UTC" : chosenZone(),
);

/** Shows times in another zone from now on. */
export function chooseZone(zone: string | undefined): void {
  if (zone === undefined) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, zone);
  showUtc(false);
}

/** Shows times in UTC, or again in the reader's zone, in this tab. */
export function showUtc(shown: boolean): void {
  if (shown) sessionStorage.setItem(utcKey, "1");
  else sessionStorage.removeItem(utcKey);
  zoneStore.set(shown ? "UTC" : chosenZone());
}

/** Some browsers that hide where they are name no zone. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";

/** The zone in which times are shown. */
export const zoneInUse = (): string => zoneStore.get() ?? browserZone();

/** The milliseconds by which its clocks are ahead of UTC at a moment. */
export function zoneAhead(at: number): number {
  const zone = zoneStore.get();
  return zone === undefined ? -new Date(at).getTimezoneOffset() * 60_000 : aheadOf(zone, at);
}

/** A moment whose UTC fields are what clocks of the zone show. */
export const inZone = (at: Date): Date => new Date(at.getTime() + zoneAhead(at.getTime()));

/** The moment at which clocks of the zone show the UTC fields of another one. */
export function fromZone(shown: Date): Date {
  const first = shown.getTime() - zoneAhead(shown.getTime());
  return new Date(shown.getTime() - zoneAhead(first));
}
