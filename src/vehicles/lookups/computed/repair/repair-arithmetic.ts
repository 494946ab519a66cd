import { nationalRate } from "./labor-rates.ts";
import { type Range, type Service, services } from "./repair-table.ts";
import type { Build, Powertrain, Tier, VehicleClass } from "./vehicle-class.ts";

/** Vehicles of a higher class of gross weight (over 26,000 lb) are repaired at other prices. */
export const weightClassMax = 6;

/** Estimates: docs/repair-estimates.md. */
const partsByTier: Readonly<Record<Tier, number>> = { common: 1, premium: 1.5, exotic: 3 };
const partsByBuild: Readonly<Record<Build, number>> = { car: 1, suv: 1.1, truck: 1.2 };
const rateByTier: Readonly<Record<Tier, number>> = { common: 1, premium: 1.15, exotic: 1.4 };
const cylindersOfTable = 4;

/** One service's cost, as the specification's 2.2 has it. */
export interface Estimate {
  readonly title: string;
  readonly description: string;
  readonly value: string;
  readonly costs: readonly [Cost<"Parts">, Cost<"Labor">];
}

interface Cost<Name extends string> {
  readonly name: Name;
  readonly desc: string;
  readonly high: number;
  readonly low: number;
}

/** Every service that a vehicle of the class and year has, with its cost in whole dollars. */
export function estimatesFor(vehicle: VehicleClass, year: number): Estimate[] {
  return services.flatMap((service) => estimateOf(service, vehicle, year) ?? []);
}

function estimateOf(service: Service, vehicle: VehicleClass, year: number): Estimate | undefined {
  const { title, value, powertrains, years } = service;
  const hours = service.hours[vehicle.build];
  const having = vehicle.powertrains.filter((one) => powertrains.includes(one));
  if (service.fourWheelDrive && !vehicle.fourWheelDrive) return undefined;
  if (!hours || having.length === 0 || year < years.low || year > years.high) return undefined;
  const rate = rateByTier[vehicle.tier];
  const labor = times(hours, nationalRate.low * rate, nationalRate.high * rate);
  const scale = partsByTier[vehicle.tier] * partsByBuild[vehicle.build];
  const { low, high } = service.perCylinder ? vehicle.cylinders : { low: 1, high: 1 };
  const each = service.perCylinder ? scale / cylindersOfTable : scale;
  const parts = times(service.parts, low * each, high * each);
  return {
    title,
    description: service.description + versions(having, vehicle.powertrains),
    value,
    costs: [
      { name: "Parts", desc: "", high: parts.high, low: parts.low },
      { name: "Labor", desc: hoursText(hours), high: labor.high, low: labor.low },
    ],
  };
}

function times({ low, high }: Range, least: number, most: number): Range {
  return { low: Math.round(low * least), high: Math.round(high * most) };
}

function hoursText({ low, high }: Range): string {
  return low === high ? `${low} hours` : `${low} to ${high} hours`;
}

/** Where a trim is sold with several drives: which of them have the service. */
function versions(having: readonly Powertrain[], sold: readonly Powertrain[]): string {
  if (having.length === sold.length) return "";
  const names = having.join(" and ");
  return ` ${names[0]!.toUpperCase()}${names.slice(1)} versions only.`;
}
