import { type FamilyName, families, type Sample } from "./families.ts";
import { boundsMs } from "./meters.ts";

/** The media type of Prometheus' text format. */
export const expositionType = "text/plain; version=0.0.4; charset=utf-8";

const folds = { sum: (a: number, b: number) => a + b, min: Math.min, max: Math.max } as const;

/** The samples of several processes as one: each series once. */
export function mergeSamples(all: Iterable<readonly Sample[]>): Sample[] {
  const merged = new Map<FamilyName, Map<string, Sample[2]>>();
  for (const samples of all)
    for (const [name, labels, value] of samples) {
      let family = merged.get(name);
      if (!family) {
        family = new Map();
        merged.set(name, family);
      }
      const before = family.get(labels);
      family.set(labels, before === undefined ? value : foldValues(name, before, value));
    }
  return [...merged].flatMap(([name, values]) =>
    [...values].map(([labels, value]): Sample => [name, labels, value]),
  );
}

function foldValues(name: FamilyName, a: Sample[2], b: Sample[2]): Sample[2] {
  const family: { readonly merge?: "min" | "max" } = families[name];
  const fold = folds[family.merge ?? "sum"];
  if (typeof a === "number") return fold(a, b as number);
  return Float64Array.from(a, (one, at) => fold(one, (b as ArrayLike<number>)[at]!));
}

/** Only what rises for good outlives its process. */
export function keptAfterEnd([name]: Sample): boolean {
  return families[name].type !== "gauge";
}

const bounds = boundsMs.map((bound) => `le="${bound / 1000}"`);

/** The samples in Prometheus' text format. */
export function exposition(samples: readonly Sample[]): string {
  const byName = Map.groupBy(samples, ([name]) => name);
  let text = "";
  for (const name of Object.keys(families) as FamilyName[]) {
    const own = byName.get(name);
    if (!own) continue;
    const { help, type } = families[name];
    text += `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
    for (const [, labels, value] of own)
      text += typeof value === "number" ? line(name, labels, value) : linesOf(name, labels, value);
  }
  return text;
}

const line = (name: string, labels: string, value: number): string =>
  labels === "" ? `${name} ${value}\n` : `${name}{${labels}} ${value}\n`;

function linesOf(name: FamilyName, labels: string, values: ArrayLike<number>): string {
  if (families[name].type === "summary")
    return line(`${name}_sum`, labels, values[0]!) + line(`${name}_count`, labels, values[1]!);
  const before = labels === "" ? "" : `${labels},`;
  let text = "";
  let count = 0;
  for (let at = 0; at <= bounds.length; at++) {
    count += values[at]!;
    text += line(`${name}_bucket`, before + (bounds[at] ?? 'le="+Inf"'), count);
  }
  return (
    text + line(`${name}_sum`, labels, values[values.length - 1]!) + line(`${name}_count`, labels, count)
  );
}
