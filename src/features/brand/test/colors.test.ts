import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  contrastFault,
  contrastMin,
  contrastOf,
  contrastsOf,
  modeColors,
  passingColor,
  shownRatio,
  surfaces,
} from "../colors.ts";

/** Read by its tests alone: the style sheet is not part of the service. */
const readTokens = () =>
  readFileSync(join(import.meta.dir, "../../../../console/src/styles/tokens.css"), "utf8");

/** A color of OKLCH as a hex color of sRGB. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const channels = linear.map((part) => {
    const inRange = Math.min(1, Math.max(0, part));
    const coded = inRange <= 0.0031308 ? 12.92 * inRange : 1.055 * inRange ** (1 / 2.4) - 0.055;
    return Math.round(coded * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${channels.join("")}`;
}

/** A token in both modes. */
function tokenOf(name: string): readonly string[] {
  const [, value = ""] = new RegExp(`--color-${name}:\\s*light-dark\\(([^;]*)\\);`).exec(readTokens()) ?? [];
  return [...value.matchAll(/oklch\(([\d. ]+)\)/g)].map(([, numbers = ""]) => {
    const [lightness, chroma, hue] = numbers.split(" ").map(Number);
    return hexOf(lightness!, chroma!, hue!);
  });
}

test("accents are checked upon the colors that pages have", () => {
  const [page, sunk, raised] = ["page", "sunk", "raised"].map(tokenOf);
  expect(surfaces.light.map(({ color }) => color)).toEqual([raised![0]!, page![0]!, sunk![0]!]);
  expect(surfaces.dark.map(({ color }) => color)).toEqual([page![1]!, sunk![1]!, raised![1]!]);
});

test("the contrast of known pairs is that of WCAG", () => {
  expect(contrastOf("#000000", "#ffffff")).toBe(21);
  expect(contrastOf("#ffffff", "#ffffff")).toBe(1);
  expect(contrastOf("#767676", "#ffffff").toFixed(2)).toBe("4.54");
  expect(contrastOf("#ffffff", "#777777").toFixed(2)).toBe("4.48");
});

test("a figure never looks higher than it is", () => {
  expect(shownRatio(4.4999)).toBe("4.4:1");
  expect(shownRatio(21)).toBe("21:1");
});

test("the console's own accents pass", () => {
  const [light, dark] = tokenOf("accent");
  expect([contrastFault(light!, "light"), contrastFault(dark!, "dark")]).toEqual([undefined, undefined]);
});

test("a color that cannot be read is refused with the figure and one that can", () => {
  expect(contrastFault("#ffcc00", "light")).toBe(
    "#ffcc00 on white is 1.5:1; 4.5:1 is needed. The nearest color that passes is #876c00",
  );
  expect(contrastFault("#003366", "dark")).toBe(
    "#003366 on the dark page (#0d1215) is 1.4:1; 4.5:1 is needed. The nearest color that passes is #6b89a6",
  );
});

test("of any color, the suggestion passes and the color one step before does not", () => {
  for (let index = 0; index < 400; index++) {
    const color = `#${((index * 2_654_435_761) % 0x1_00_00_00).toString(16).padStart(6, "0")}`;
    for (const mode of ["light", "dark"] as const) {
      const passing = passingColor(color, mode);
      expect(contrastsOf(passing, mode)[0]!.ratio).toBeGreaterThanOrEqual(contrastMin);
      expect(contrastFault(passing, mode)).toBeUndefined();
      expect(contrastFault(color, mode) === undefined).toBe(passing === color);
      const { on, accent } = modeColors(passing, mode);
      expect(contrastOf(on, accent)).toBeGreaterThanOrEqual(contrastMin);
    }
  }
});
