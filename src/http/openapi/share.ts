import type { Json } from "./components.ts";

const rooms = ["parameters", "responses", "examples", "schemas"] as const;
type Room = (typeof rooms)[number];

/** One position of the document; `name` is what its content is called once it is a component. */
interface Place {
  readonly holder: Json;
  readonly key: string;
  readonly name: string;
}

/** Moves what the document repeats to its components, where that makes the document smaller. */
export function shareParts({ paths, components }: { paths: Json; components: Record<string, Json> }): void {
  // Generators make types of parameters, responses and schemas side by side.
  const names = new Set(rooms.flatMap((room) => Object.keys(components[room] ?? {}).map(comparable)));
  for (const room of rooms) {
    const found: Record<Room, Place[]> = { parameters: [], responses: [], examples: [], schemas: [] };
    for (const part of [paths, ...rooms.map((one) => Object.values(components[one] ?? {}))])
      collect(part, found);
    components[room] ??= {};
    share(room, components[room], found[room], names);
  }
}

/** Statuses in words: names that are no numbers, because generators make identifiers of them. */
const responseNames: Readonly<Record<string, string>> = {
  200: "Ok",
  201: "Created",
  202: "Started",
  304: "Same",
  400: "Bad",
  401: "NoKey",
  402: "NoCredits",
  403: "Refused",
  404: "Missing",
  409: "Conflict",
  412: "Changed",
  413: "TooLarge",
  415: "Media",
  422: "Invalid",
  429: "TooMany",
  500: "Fault",
  503: "Busy",
};

const responseName = (status: string): string => responseNames[status] ?? "Other";

/** Gathers the positions below a part of the document that may refer to a component. */
function collect(value: unknown, found: Record<Room, Place[]>): void {
  if (typeof value !== "object" || value === null) return;
  const holder = value as Json;
  const gather = (room: Room, within: Json, keys: readonly string[], nameOf = (key: string) => key) => {
    found[room].push(...keys.map((key) => ({ holder: within, key, name: nameOf(key) })));
    for (const key of keys) collect(within[key], found);
  };
  for (const [key, part] of Object.entries(holder)) {
    if (key === "example" || key === "value" || typeof part !== "object" || part === null) continue;
    const within = part as Json;
    const keys = Object.keys(within);
    if (key === "examples") gather("examples", within, keys);
    else if (key === "responses") gather("responses", within, keys, responseName);
    else if (key === "parameters")
      gather("parameters", within, keys, (at) => String((within[at] as Json).name));
    else if (key === "properties") gather("schemas", within, keys);
    else if (key === "anyOf") gather("schemas", within, keys, () => "choice");
    else if (key === "schema" || key === "items" || key === "additionalProperties")
      gather("schemas", holder, [key], () => "part");
    else collect(part, found);
  }
}

function share(room: Room, components: Json, places: readonly Place[], names: Set<string>): void {
  const groups = Map.groupBy(places, ({ holder, key }) => JSON.stringify(holder[key]));
  const replaced = new Set<unknown>();
  // The longest first: what it has within it is then there once.
  for (const [text, all] of [...groups].sort(([a], [b]) => b.length - a.length)) {
    const alike = all.filter(({ holder }) => !replaced.has(holder));
    const [first, ...others] = alike;
    if (!first) continue;
    const name = freeName(names, room === "examples" ? first.name : pascal(first.name));
    const reference = { $ref: `#/components/${room}/${name}` };
    const referenceLength = JSON.stringify(reference).length;
    const componentLength = text.length + name.length + '"":,'.length;
    if (alike.length * (text.length - referenceLength) <= componentLength) continue;
    names.add(comparable(name));
    for (const { holder, key } of others) forEachObject(holder[key], (one) => replaced.add(one));
    components[name] = first.holder[first.key];
    for (const { holder, key } of alike) holder[key] = reference;
  }
}

/** A name as generators write the name of a type: `second_factor` is `SecondFactor`. */
export const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/** Equal for names that generators write alike, or give files that differ only in their case. */
const comparable = (name: string): string => pascal(name).toLowerCase();

function freeName(names: ReadonlySet<string>, wanted: string): string {
  let name = wanted;
  for (let at = 2; names.has(comparable(name)); at += 1) name = `${wanted}${at}`;
  return name;
}

function forEachObject(value: unknown, action: (one: object) => void): void {
  if (typeof value !== "object" || value === null) return;
  action(value);
  for (const part of Object.values(value)) forEachObject(part, action);
}
