/** How many features give a port: exactly one, at most one, or any number. */
export type Giving = "one" | "optional" | "all";

/**
 * What one feature gives and others use, without an import between them: a value of a type under a name. `all`: each
 * feature that gives it adds a value.
 */
export interface Port<T, G extends Giving = Giving> {
  readonly name: string;
  readonly giving: G;
  /** Never present: it carries the type. */
  readonly value?: T;
}

export const onePort = <T>(name: string): Port<T, "one"> => ({ name, giving: "one" });
export const optionalPort = <T>(name: string): Port<T, "optional"> => ({ name, giving: "optional" });
export const allPort = <T>(name: string): Port<T, "all"> => ({ name, giving: "all" });

export type AnyPort = Port<unknown>;
/** What a feature gives, by port. */
export type Gives = ReadonlyMap<AnyPort, unknown>;

/** A value for a port, which `Opened.gives` contains. */
export const give = <T>(port: Port<T>, value: T): readonly [AnyPort, unknown] => [port, value];

export type Running = readonly { readonly gives?: Gives }[];

/** What the features of a process give at a port. `orderOfOpening` has made sure that a port `one` has exactly one. */
export function given<T>(running: Running, port: Port<T, "all">): readonly T[];
export function given<T>(running: Running, port: Port<T, "optional">): T | undefined;
export function given<T>(running: Running, port: Port<T, "one">): T;
export function given<T>(running: Running, port: Port<T>): readonly T[] | T | undefined {
  const values = running.flatMap(({ gives }) => (gives?.has(port) ? [gives.get(port) as T] : []));
  if (port.giving === "all") return values;
  if (values.length === 0 && port.giving === "one") throw new Error(`nothing gives ${port.name}`);
  return values[0];
}

/** A feature as `orderOfOpening` reads it. */
export interface Connected {
  readonly name: string;
  readonly provides?: readonly AnyPort[];
  readonly needs?: readonly AnyPort[];
}

/**
 * The features in an order in which each opens after what it needs, else in the order of the list. Throws a sentence for
 * the operator if a port has too few or too many providers, or if features need each other in a circle.
 */
export function orderOfOpening<F extends Connected>(features: readonly F[]): readonly F[] {
  const providers = (port: AnyPort) => features.filter(({ provides }) => provides?.includes(port));
  for (const { name, provides = [], needs = [] } of features) {
    const twice = provides.find((port) => port.giving !== "all" && providers(port).length > 1);
    if (twice)
      throw new Error(
        `The features ${namesOf(providers(twice))} both provide "${twice.name}", which has one provider. Take one of them out of src/features.ts.`,
      );
    const missing = needs.find((port) => port.giving === "one" && providers(port).length === 0);
    if (missing)
      throw new Error(
        `The feature ${name} needs "${missing.name}", and no feature in src/features.ts provides it. Add one that does, or take ${name} out.`,
      );
  }
  const order: F[] = [];
  const open = (feature: F, above: readonly F[]): void => {
    if (order.includes(feature)) return;
    if (above.includes(feature))
      throw new Error(
        `The features ${namesOf(above.slice(above.indexOf(feature)))} need each other in a circle, so none can be opened first. Take one of them out of src/features.ts.`,
      );
    for (const port of feature.needs ?? [])
      for (const provider of providers(port)) open(provider, [...above, feature]);
    order.push(feature);
  };
  for (const feature of features) open(feature, []);
  return order;
}

const namesOf = (features: readonly Connected[]): string => features.map(({ name }) => name).join(", ");

/**
 * Throws if what a feature gives is not what it declares: a fault of the program. A port with one provider cannot depend
 * on a setting, so it is given in every start.
 */
export function requireDeclared({ name, provides = [] }: Connected, gives: Gives = new Map()): void {
  for (const port of gives.keys())
    if (!provides.includes(port)) throw new Error(`${name} gives "${port.name}", which it does not declare`);
  for (const port of provides)
    if (port.giving === "one" && !gives.has(port))
      throw new Error(`The feature ${name} declares "${port.name}", and does not give it.`);
}
