import { expect, test } from "bun:test";
import { amountsOf, formsOf } from "./forms.ts";

const euros = (text: string) =>
  amountsOf(text)
    .filter(({ digits }) => digits === 2)
    .map(({ minor }) => minor);

test("an amount is read in every way in which it can be meant", () => {
  expect(["99", "99.00", "€99", "99,00 €", "EUR 99.00", "99 eur"].map(euros)).toEqual(
    Array.from({ length: 6 }, () => [9900]),
  );
  expect(euros("1,000.50")).toEqual([100_050]);
  expect(euros("1.000,50")).toEqual([100_050]);
  expect(euros("1 000")).toEqual([100_000]);
  // The euro has two digits after the decimal sign: three are a group.
  expect(euros("1.005")).toEqual([100_500]);
  expect(amountsOf("¥1,000")).toEqual([{ minor: 1000, digits: 0, currency: "JPY" }]);
  expect(amountsOf("KWD 1.250")).toContainEqual({ minor: 1250, digits: 3, currency: "KWD" });
  for (const none of ["", "x99", "1,00.50", "2026-0061", "9".repeat(25), "99 apples"])
    expect([none, amountsOf(none)]).toEqual([none, []]);
});

test("a text is what its form allows", () => {
  expect(formsOf(" 2026-0061 ")).toMatchObject({ number: { series: "2026", text: "2026-0061" } });
  expect(formsOf("2026-0061").requestId).toBeUndefined();
  expect(formsOf("1hgcm82633a004352").vin).toBe("1HGCM82633A004352");
  expect(formsOf("abc 123, ny").plate).toEqual({ number: "ABC 123", state: "NY" });
  expect(formsOf("abc 123, zz").plate).toBeUndefined();
  expect(formsOf(`${"a1".repeat(16)}/42`).call).toEqual({ journalId: "a1".repeat(16), seq: 42 });
  expect(formsOf("req-1234567").requestId).toBe("req-1234567");
  expect(formsOf("Straße Łódź Ørsted").words).toEqual(["strasse", "lodz", "orsted"]);
  expect(formsOf("49Un").key).toEqual({ start: "", end: "49Un" });
  expect(formsOf("…49Un").key).toEqual({ start: "", end: "49Un" });
  expect(formsOf("9Un").key).toBeUndefined();
});

test("a credential is searched for among keys alone", () => {
  const masked = formsOf("vgk_F8wV…M49Un");
  expect(masked).toEqual({
    text: "vgk_F8wV…M49Un",
    words: [],
    amounts: [],
    isSecret: true,
    key: { start: "vgk_F8wV", end: "M49Un" },
  });
  const session = formsOf(`vgs_${"a1".repeat(19)}`);
  expect([session.isSecret, session.id, session.requestId]).toEqual([true, undefined, undefined]);
});
