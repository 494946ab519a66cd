import type { TypedMember } from "../../vehicles/families/typed-members.ts";

/** What a text means as a member of a kind; undefined if it is not of its form. */
export function readText({ kind, units = [] }: TypedMember, text: string): number | string | undefined {
  const trimmed = text.trim();
  switch (kind) {
    case "integer": {
      const value = numberIn(trimmed, units);
      return value !== undefined && Number.isInteger(value) ? value : undefined;
    }
    case "number":
      return numberIn(trimmed, units);
    case "dollars":
      return numberIn(/^\$\s*(?!\s)(.*)$/.exec(trimmed)?.[1] ?? "", units);
    case "day":
      return dayIn(trimmed);
    case "moment":
      return momentIn(trimmed);
    case "values":
      return text;
  }
}

function numberIn(text: string, units: readonly string[]): number | undefined {
  const [, digits = "", unit = ""] =
    /^(-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?)\s*([a-z]*)\.?$/i.exec(text) ?? [];
  if (digits === "") return undefined;
  if (unit !== "" && !units.some((one) => one.toLowerCase() === unit.toLowerCase())) return undefined;
  const value = Number(digits.replaceAll(",", ""));
  return Number.isFinite(value) ? value : undefined;
}

/** A day of a calendar: 2026-08-14, with a time or without, or Aug 14, 2026. */
function dayIn(text: string): string | undefined {
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ].*)?$/.exec(text)?.[1];
  const named = /^[A-Za-z]{3,9}\.? \d{1,2},? \d{4}$/.test(text);
  const at = Date.parse(iso ?? (named ? `${text.replace(".", "")} UTC` : ""));
  if (Number.isNaN(at)) return undefined;
  const day = new Date(at).toISOString().slice(0, "2026-08-14".length);
  return iso === undefined || day === iso ? day : undefined;
}

/** A moment with its zone, such as 2026-08-14 15:20:00+00:00; one without a zone is UTC. */
function momentIn(text: string): string | undefined {
  const [, day, time, zone = "Z"] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s*(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? [];
  if (day === undefined || dayIn(day) === undefined) return undefined;
  const at = Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
