// As the service checks it: a test compares both.

export type Mode = "light" | "dark";

export const contrastMin = 4.5;

const surfaces = {
  light: ["#ffffff", "#fafcfd", "#f1f4f6"],
  dark: ["#0d1215", "#141a1e", "#181e23"],
} as const;
const pages = { light: "#fafcfd", dark: "#0d1215" } as const;
const ends = { light: "#000000", dark: "#ffffff" } as const;
const deeper = { light: 0.2, dark: 0.25 } as const;
const tints = { light: 0.1, dark: 0.18 } as const;
const texts = ["#fafcfd", "#04141d"] as const;

export const isHex = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);

const channelsOf = (hex: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

function luminanceOf(hex: string): number {
  const weights = [0.2126, 0.7152, 0.0722];
  return channelsOf(hex).reduce((sum, channel, at) => {
    const part = channel / 255;
    const linear = part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    return sum + weights[at]! * linear;
  }, 0);
}

export function contrastOf(one: string, other: string): number {
  const [first, second] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function mixed(hex: string, other: string, part: number): string {
  const added = channelsOf(other);
  const channels = channelsOf(hex).map((channel, at) => Math.round(channel + (added[at]! - channel) * part));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** The colors that pages have of an accent, and its contrasts: with the page, and with the text upon it. */
export function accentIn(accent: string, mode: Mode) {
  const [first, second] = texts;
  const on = contrastOf(accent, first) >= contrastOf(accent, second) ? first : second;
  const deep = mixed(accent, ends[mode], deeper[mode]);
  const tint = mixed(pages[mode], accent, tints[mode]);
  const pageMin = Math.min(...surfaces[mode].map((surface) => contrastOf(accent, surface)));
  return {
    accent,
    on,
    deep,
    tint,
    page: pageMin,
    text: contrastOf(accent, on),
    chosen: contrastOf(deep, tint),
  };
}

export function passes(accent: string, mode: Mode): boolean {
  const { page, text, chosen } = accentIn(accent, mode);
  return Math.min(page, text, chosen) >= contrastMin;
}

/** The nearest color on the way to black, or in dark mode to white, that passes. */
export function passingColor(accent: string, mode: Mode): string {
  for (let percent = 0; percent < 100; percent++) {
    const color = mixed(accent, ends[mode], percent / 100);
    if (passes(color, mode)) return color;
  }
  return ends[mode];
}

/** Rounded down, as the service does. */
export const shownRatio = (ratio: number): string => `${Math.floor(ratio * 10) / 10}:1`;
