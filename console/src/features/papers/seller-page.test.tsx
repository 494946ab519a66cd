import { expect, test } from "bun:test";
import { choose, fire, press, type } from "../../../../test/console/dom/act.ts";
import { control, has, messageOf, text } from "../../../../test/console/dom/find.ts";
import { elapse, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { seller } from "./paper-records.ts";
import { SellerPage } from "./seller-page.tsx";
import { sellerLine } from "./settings-lines.ts";

setUp();

async function open() {
  respond("get", "/papers/seller", seller);
  await show(<SellerPage />, { as: operator(), at: "/settings/seller" });
}

test("the seller is saved as it is typed, and faults are at their fields", async () => {
  await open();
  answer("PUT /papers/seller", () => json(seller));
  await type("Legal name", "Another");
  await type("Registration", "");
  await type("Country", "Austria");
  await press("Save seller");
  expect(sent("PUT /papers/seller").map(({ body }) => body)).toEqual([
    { ...seller, name: "Another", registration: null, country: "AT" },
  ]);
  expect(toast()).toBe("Seller saved");
  await press("Save seller");
  // The service returns the same error for an ID that the form has marked.
  expect(messageOf("VAT ID")).toBe("This is no VAT ID of Austria. Type one such as ATU12345675.");
  await type("VAT ID", "ATU12345675");
  refuse("PUT /papers/seller", 422, [{ loc: ["body", "registration"], msg: "Is too long." }]);
  await press("Save seller");
  expect([messageOf("Registration"), has("alert")]).toEqual(["Is too long.", false]);
});

test("contact and electronic address are entered for e-invoices, and a kind follows from the country", async () => {
  await open();
  answer("PUT /papers/seller", () => json(seller));
  await type("Contact", "Accounts");
  await type("Phone", "+420 222 333 444");
  await type("Country", "Belgium");
  expect(control("Kind of electronic address").value).toBe("0208");
  await type("Electronic address", "0202239952");
  await type("VAT ID", "");
  await fire(control("Electronic address"), "focusout", { bubbles: true });
  expect(messageOf("Electronic address")).toBe("This is no ID of this kind. Type one such as 0123456749.");
  await press("Save seller");
  expect(sent("PUT /papers/seller")).toEqual([]);
  await type("Electronic address", " 0202239951 ");
  await press("Save seller");
  await choose("Kind of electronic address", "EM");
  await type("Electronic address", "invoices@lotdata.example");
  await press("Save seller");
  const saved = { ...seller, tax_id: null, country: "BE", contact: "Accounts", phone: "+420 222 333 444" };
  expect(sent("PUT /papers/seller").map(({ body }) => body)).toEqual([
    { ...saved, electronic_address: { scheme: "0208", id: "0202239951" } },
    { ...saved, electronic_address: { scheme: "EM", id: "invoices@lotdata.example" } },
  ]);
  refuse("PUT /papers/seller", 422, [{ loc: ["body", "electronic_address", "id"], msg: "Is not right." }]);
  await press("Save seller");
  expect([messageOf("Electronic address"), has("alert")]).toEqual(["Is not right.", false]);
});

test("what is wrong is said at its field on leaving it", async () => {
  await open();
  await type("IBAN", "CZ65 0800 0000 1920 0014 5398");
  await type("BIC", "GIBA");
  await type("Country", "Germ");
  for (const label of ["IBAN", "BIC", "Country"]) await fire(control(label), "focusout", { bubbles: true });
  expect([messageOf("IBAN"), messageOf("BIC"), messageOf("Country")]).toEqual([
    "The check digits are wrong: one of the characters is mistyped.",
    "A BIC has 8 or 11 letters and digits, of which the fifth and sixth are the country: GIBACZPX.",
    "Choose a country, such as Germany. What is typed alone is not kept.",
  ]);
});

test("letters that no font has are named at their fields, and the seller is saved with them", async () => {
  await open();
  answer("PUT /papers/seller", () => json(seller));
  answer("GET /papers/letters", ({ query }) =>
    json({ missing: [...String(query.text)].filter((letter) => letter > "\u3000") }),
  );
  const letters = () => sent("GET /papers/letters").map(({ query }) => query.text);
  await type("Legal name", "株式会社 Ω 株");
  await type("City", "Město");
  await elapse(400);
  expect(letters()).toEqual(["Ω会式株社"]);
  expect([messageOf("Legal name"), messageOf("City")]).toEqual([
    "Invoices show boxes in “Legal name”: no font has 会 式 株 社. Set VINGATE_STATEMENT_FONT to a font that has them.",
    "",
  ]);
  await type("Legal name", "株 Ω");
  expect(messageOf("Legal name")).toStartWith("Invoices show boxes in “Legal name”: no font has 株.");
  await press("Save seller");
  expect(sent("PUT /papers/seller").map(({ body }) => body)).toEqual([
    { ...seller, name: "株 Ω", city: "Město" },
  ]);
  await type("Text below the account", "漢".repeat(3));
  await type("Legal name", "Acme");
  await elapse(400);
  expect(messageOf("Text below the account")).toStartWith(
    "Invoices show boxes in “Text below the account”: no font has 漢.",
  );
  expect([messageOf("Legal name"), letters()]).toEqual(["", ["Ω会式株社", "漢"]]);
});

test("what is printed is beside the form, and what another country changes", async () => {
  await open();
  expect(text()).toContain("As printed Lotdata s.r.o.");
  expect(text()).toContain("If you change the country VAT ID and IBAN are checked again.");
});

test("the row of Settings says who sells, or that nobody does", async () => {
  await open();
  expect(await sellerLine()).toEqual({
    text: "Lotdata s.r.o., Dlouhá 12, Praha 1, Czechia",
    state: ["blocked", "IBAN is missing"],
  });
});

test("the row of Settings says that nobody sells yet", async () => {
  refuse("GET /papers/seller", 404, "Nothing is entered yet.");
  expect(await sellerLine()).toEqual({ text: "Printed on every invoice", state: ["blocked", "Not entered"] });
});
