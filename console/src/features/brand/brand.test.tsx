import { afterEach, expect, test } from "bun:test";
import {
  contrastOf as contrastOfService,
  modeColors,
  passingColor as passingOfService,
} from "../../../../src/features/brand/colors.ts";
import { press, type } from "../../../../test/console/dom/act.ts";
import { all, attributes, get, has, messageOf, names, text } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { brandStore } from "../../api/brand.ts";
import { Brand, BrandFoot } from "../../parts/brand.tsx";
import { BrandPage } from "./brand-page.tsx";
import { accentIn, contrastOf, passingColor } from "./contrast.ts";

setUp();
const unbranded = brandStore.get();
afterEach(() => brandStore.set(unbranded));

const stored = {
  version: 3,
  name: "Lotdata",
  stored_name: "Lotdata",
  logo: { sha256: "a".repeat(64), type: "image/png" as const, url: `/brand/logo?v=${"a".repeat(64)}` },
  logo_dark: null,
  accent: { light: "#0b5d4e", dark: "#5fd4bb" },
  contact: { email: "help@lotdata.example", phone: null, url: null },
  links: [{ label: "Privacy", url: "https://lotdata.example/privacy" }],
  time_zone: "Europe/Prague",
};

async function open() {
  respond("get", "/brand", stored);
  answer("PUT /brand", () => json({ ...stored, version: 4, name: "Another", stored_name: "Another" }));
  await show(<BrandPage />, { as: operator() });
}

test("the console's contrasts and colors are those of the service", () => {
  for (const color of ["#ffcc00", "#0b5d4e", "#5fd4bb", "#777777", "#000000", "#ffffff", "#d01010"])
    for (const mode of ["light", "dark"] as const) {
      expect(contrastOf(color, "#fafcfd")).toBeCloseTo(contrastOfService(color, "#fafcfd"), 10);
      expect(accentIn(color, mode)).toMatchObject(modeColors(color, mode));
      expect(passingColor(color, mode)).toBe(passingOfService(color, mode));
    }
});

test("what is entered is sent with the version that it is based on", async () => {
  await open();
  expect(names("heading")).toEqual(["Brand", "Preview"]);
  await type("Name", "Another");
  await type("Contact phone", "+420 222 333 444");
  await press("Remove link 1");
  await press("Save brand");
  const { logo, version, accent, time_zone } = stored;
  expect(sent("PUT /brand").map(({ body }) => body)).toEqual([
    {
      version,
      accent,
      time_zone,
      name: "Another",
      logo: { sha256: logo.sha256 },
      logo_dark: null,
      contact: { email: "help@lotdata.example", phone: "+420 222 333 444", url: null },
      links: [],
    },
  ]);
  expect(toast()).toBe("Brand saved");
  expect(brandStore.get()).toMatchObject({ name: "Another", logo: logo.url });
});

test("contrasts change while a color is typed, and a color that passes is offered", async () => {
  await open();
  await type("Accent, light mode", "#ffcc00");
  expect(text()).toContain("Contrast: 1.3:1 on pages (too low), 12.3:1 of text on buttons");
  await press("Use #876c00");
  expect(text()).not.toContain("(too low)");
  await type("Accent, light mode", "yellow");
  expect(text()).toContain("Six hexadecimal digits after #, such as #066587.");
});

test("a fault of the service is at its field", async () => {
  await open();
  refuse("PUT /brand", 422, [{ loc: ["body", "logo"], msg: "The SVG contains <script>." }]);
  await press("Save brand");
  expect([messageOf("Logo"), has("alert")]).toEqual(["The SVG contains <script>.", false]);
});

test("the frame has the operator's logo and name, and a foot with contact and links", async () => {
  const { name, links: stated, contact } = stored;
  const phone = "+420 222 333 444";
  brandStore.set({
    name,
    logo: "/brand/logo?v=1",
    logo_dark: "/brand/logo?v=2",
    contact: { ...contact, phone },
    links: [...stated, { label: "Terms of service", url: "/console/agreements/terms/2" }],
  });
  await show(
    <>
      <Brand to="/home" />
      <BrandFoot />
    </>,
  );
  const link = get("link", "Lotdata");
  expect([...link.querySelectorAll("img")].map((image) => attributes(image))).toEqual([
    { class: "brand-logo only-light", src: "/brand/logo?v=1", alt: "" },
    { class: "brand-logo only-dark", src: "/brand/logo?v=2", alt: "" },
  ]);
  expect(all("link").map((one) => [one.textContent, one.getAttribute("href")])).toEqual([
    ["Lotdata", "/console/home"],
    ["help@lotdata.example", "mailto:help@lotdata.example"],
    [phone, "tel:+420222333444"],
    ["Privacy", "https://lotdata.example/privacy"],
    ["Terms of service", "/console/agreements/terms/2"],
  ]);
});
