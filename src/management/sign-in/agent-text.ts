/** The first that matches: browsers name those that they descend from, too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const nameMax = 40;

/** A `User-Agent` as people name it, such as "Firefox on Linux"; of programs the name that they give themselves. */
export function agentText(agent: string | null): string | null {
  if (agent === null) return null;
  const find = (names: typeof browsers) => names.find(([form]) => form.test(agent))?.[1];
  const browser = find(browsers);
  if (!browser) return /^[\w.-]+/.exec(agent)?.[0].slice(0, nameMax) ?? null;
  const system = find(systems);
  return system ? `${browser} on ${system}` : browser;
}
