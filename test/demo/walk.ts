import type { Family } from "../../src/vehicles/families/family.ts";
import { lookupApis } from "../../src/vehicles/families/lookup-apis.ts";
import type { Random } from "../../tools/demo/random.ts";
import type { Got } from "../harness.ts";

/** A family whose selectors lead to a record, and its API. */
export interface Walked extends Family {
  readonly api: string;
}

export const walked: readonly Walked[] = lookupApis.flatMap(({ id, families }) =>
  families.filter(({ selector, from }) => selector && from).map((family) => ({ ...family, api: id })),
);

/** The paths that a walk called, and the last response. */
export interface Walk {
  readonly paths: readonly string[];
  readonly last: Got;
}

/** Chooses one option at each step, from the years on, and calls for the record at the end. */
export async function walk(
  { api, base, namings, selector }: Walked,
  random: Random,
  look: (path: string) => Promise<Got>,
): Promise<Walk> {
  const paths: string[] = [];
  const chosen: string[] = [];
  const steps = selector!.steps;
  for (const step of steps) {
    const path = [`${selector!.base}/${step}`, ...chosen].join("/");
    paths.push(path);
    const offered = await look(path);
    if (offered.status !== 200) return { paths, last: offered };
    const { data } = offered.body as { data: string[] };
    if (data.length === 0) throw new Error(`${path} offers nothing`);
    chosen.push(encodeURIComponent(random.pick(data)));
  }
  // A family of only selectors (v2 of the specifications) leads to records of its API's plain form.
  const answers = namings.length > 0 ? base : `/${api}`;
  paths.push([answers, ...chosen].join("/"));
  return { paths, last: await look(paths.at(-1)!) };
}
