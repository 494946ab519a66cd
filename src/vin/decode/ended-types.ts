import { CODE_OF } from "../characters.ts";

/**
 * Types of Volkswagen, Audi, SEAT and Škoda, as positions 7 and 8 name them outside North America, and the last model
 * year that was built. Only types that were built when the letters of position 10 stood for the years before 2001:
 * a Golf III cannot be of 2023.
 */
const ENDED = `
1992: 19 1G 35; 1993: 24 25 44 89; 1994: 8A 86; 1996: 50; 1997: 3A 4A 8B; 1999: 1H 1L; 2000: 8C 8G;
2001: 6N 6U 8D; 2002: 1E 4D 6K; 2003: 70 7D 8L; 2004: 6H 9K; 2005: 3B 4B 6X 8Z; 2006: 1J 1M 2D 8N;
2008: 3U 6Y; 2010: 1U 7M; 2011: 1C 9C`;

const keyOf = (seventh: number, eighth: number): number => (seventh << 6) | eighth;

const lastYears = new Map(
  ENDED.split(";").flatMap((line) => {
    const [year, types] = line.trim().split(": ") as [string, string];
    return types
      .split(" ")
      .map((type): [number, number] => [
        keyOf(CODE_OF[type.charCodeAt(0)]!, CODE_OF[type.charCodeAt(1)]!),
        Number(year),
      ]);
  }),
);

/** The last model year of a type, by the characters' codes; infinite if it is not known to have ended. */
export const lastYearOfType = (seventh: number, eighth: number): number =>
  lastYears.get(keyOf(seventh, eighth)) ?? Number.POSITIVE_INFINITY;
