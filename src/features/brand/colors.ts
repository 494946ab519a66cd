import type { AccentColors } from "../../running/brand.ts";

export interface Accent {
  readonly light: string;
  readonly dark: string;
}

export type Mode = keyof Accent;

interface Surface {
  readonly name: string;
  readonly color: string;
}

/** What the accent is upon in the console: the tokens page, raised and sunk of `console/src/styles/tokens.css`. */
export const surfaces: Readonly<Record<Mode, readonly Surface[]>> = {
  light: [
    { name: "white", color: "#ffffff" },
    { name: "the page (#fafcfd)", color: "#fafcfd" },
    { name: "filter bars (#f1f4f6)", color: "#f1f4f6" },
  ],
  dark: [
    { name: "the dark page (#0d1215)", color: "#0d1215" },
    { name: "dark filter bars (#141a1e)", color: "#141a1e" },
    { name: "dark panels (#181e23)", color: "#181e23" },
  ],
};

/** WCAG 2.2, level AA: text; buttons and marks need 3:1, and have text upon them. */
export const contrastMin = 4.5;

type Channels = readonly [red: number, green: number, blue: number];

const channelsOf = (hex: string): Channels =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Channels;

function luminanceOf(hex: string): number {
  const [red, green, blue] = channelsOf(hex).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of WCAG, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/** A color with a part of another one, from 0 to 1. */
export function mixed(hex: string, other: string, part: number): string {
  const added = channelsOf(other);
  const channels = channelsOf(hex).map((channel, at) => Math.round(channel + (added[at]! - channel) * part));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** Rounded down: what is not enough never looks enough. */
export const shownRatio = (ratio: number): string => `${Math.floor(ratio * 10) / 10}:1`;

const texts = ["#fafcfd", "#04141d"] as const;
const ends = { light: "#000000", dark: "#ffffff" } as const;
const pages = { light: "#fafcfd", dark: "#0d1215" } as const;
const deeper = { light: 0.2, dark: 0.25 } as const;
const tints = { light: 0.1, dark: 0.18 } as const;

/** The colors that follow from an accent. */
export function modeColors(accent: string, mode: Mode): AccentColors {
  const [first, second] = texts;
  return {
    accent,
    deep: mixed(accent, ends[mode], deeper[mode]),
    on: contrastOf(accent, first) >= contrastOf(accent, second) ? first : second,
    tint: mixed(pages[mode], accent, tints[mode]),
  };
}

export const accentColors = ({ light, dark }: Accent) => ({
  light: modeColors(light, "light"),
  dark: modeColors(dark, "dark"),
});

/** What an accent is next to, with the contrast, the least first. */
export function contrastsOf(accent: string, mode: Mode): { readonly name: string; readonly ratio: number }[] {
  const { on, deep, tint } = modeColors(accent, mode);
  return [
    ...surfaces[mode].map(({ name, color }) => ({ name, ratio: contrastOf(accent, color) })),
    { name: `its text (${on})`, ratio: contrastOf(accent, on) },
    { name: `chosen rows (${tint})`, ratio: contrastOf(deep, tint) },
  ].sort((a, b) => a.ratio - b.ratio);
}

/** The nearest color on the way to black, or in dark mode to white, that has enough contrast. */
export function passingColor(accent: string, mode: Mode): string {
  for (let percent = 0; percent < 100; percent++) {
    const color = mixed(accent, ends[mode], percent / 100);
    if (contrastsOf(color, mode)[0]!.ratio >= contrastMin) return color;
  }
  return ends[mode];
}

/** Why an accent cannot be read; undefined if it can. */
export function contrastFault(accent: string, mode: Mode): string | undefined {
  const all = contrastsOf(accent, mode);
  if (all[0]!.ratio >= contrastMin) return undefined;
  const [plain] = surfaces[mode];
  // The plain page is what a reader can imagine.
  const shown = all.find(({ name, ratio }) => name === plain!.name && ratio < contrastMin) ?? all[0]!;
  return `${accent} on ${shown.name} is ${shownRatio(shown.ratio)}; ${contrastMin}:1 is needed. The nearest color that passes is ${passingColor(accent, mode)}`;
}
