import type { Mutant } from "../../../../test/mutants/mutant.ts";

const offers = "src/features/offers/test/offers.test.ts";
const pricing = "src/features/offers/test/pricing.test.ts";
const preview = "src/features/offers/test/preview.test.ts";
const periods = "src/features/offers/calendar/periods.test.ts";
const money = "src/base/format/money.test.ts";

const published = "src/features/offers/test/published-products.test.ts";

/** Bugs in offers, prices and periods. */
export const mutants: readonly Mutant[] = [
  {
    bug: "a period is counted from the one before, so that a 31st becomes a 28th",
    file: "src/features/offers/calendar/periods.ts",
    find: "  return Temporal.PlainDate.from(date).add({ months: number }).toZonedDateTime(zone).epochMilliseconds;",
    replace:
      "  let day = Temporal.PlainDate.from(date);\n  for (let each = 0; each < number; each += 1) day = day.add({ months: 1 });\n  return day.toZonedDateTime(zone).epochMilliseconds;",
    test: periods,
    named: "is counted from the anchor",
  },
  {
    bug: "a period begins at midnight by the clock, which a day can lack",
    file: "src/features/offers/calendar/periods.ts",
    find: ".toZonedDateTime(zone).epochMilliseconds",
    replace: '.toPlainDateTime("12:00").toZonedDateTime(zone).subtract({ hours: 12 }).epochMilliseconds',
    test: periods,
    named: "equals another library's",
  },
  {
    bug: "amounts are rounded half up",
    file: "src/base/format/money.ts",
    find: "(twice === by && quotient % 2n === 1n)",
    replace: "twice === by",
    test: money,
    named: "rounds half to even",
  },
  {
    bug: "all currencies have two digits",
    file: "src/base/format/currencies.ts",
    find: "digits.get(currency) ?? 2",
    replace: "(digits.has(currency), 2)",
    test: money,
    named: "money has the digits of its currency",
  },
  {
    bug: "equal terms make another version",
    file: "src/features/offers/stored-offers.ts",
    find: "if (before && Bun.deepEquals(termsOf(before), terms)) return",
    replace: "if (before && before === undefined) return",
    test: offers,
    named: "on sqlite equal terms make no version",
  },
  {
    bug: "a withdrawn offer is sold to new subscriptions",
    file: "src/features/offers/stored-offers.ts",
    find: "return offer?.on_sale ? offer : undefined;",
    replace: "return offer;",
    test: offers,
    named: "on sqlite a withdrawn offer is no customer's",
  },
  {
    bug: "a product has the offer of a deleted one with its ID",
    file: "src/features/offers/stored-offers.ts",
    find: " and p.created_at <= o.published_at",
    replace: "",
    test: offers,
    named: "on sqlite a product with the ID of a deleted one",
  },
  {
    bug: "the price page has withdrawn offers",
    file: "src/features/offers/pricing.ts",
    find: "if (!offer?.on_sale) return [];",
    replace: "if (!offer) return [];",
    test: pricing,
    named: "on sqlite changed products are seen",
  },
  {
    bug: "the price page keeps prices after a change",
    file: "src/features/offers/offers.ts",
    find: "this.#pricing = undefined;\n  }\n\n  #read",
    replace: "void object;\n  }\n\n  #read",
    test: pricing,
    named: "on sqlite prices have an ETag",
  },
  {
    bug: "credits expire a period early",
    file: "src/features/offers/calendar/next-periods.ts",
    find: "number + 1 + terms.carry_over",
    replace: "number + Math.max(1, terms.carry_over)",
    test: preview,
    named: "carry credits over",
  },
  {
    bug: "use beyond the highest cap is charged",
    file: "src/features/offers/calendar/next-periods.ts",
    find: "Math.min(beyond, overage_cap_max)",
    replace: "beyond",
    test: preview,
    named: "charge what is beyond credits",
  },
  {
    bug: "a restore takes versions of offers back",
    file: "src/features/offers/feature.ts",
    find: "kinds: [offersPublished]",
    replace: "kinds: []",
    test: "src/features/offers/test/restores.test.ts",
    named: "on sqlite versions come back whole",
  },
  {
    bug: "a product that is published with its offer loses its policy",
    file: "src/features/offers/stored-offers.ts",
    find: 'body: { ...body, state: "published" }',
    replace: 'body: { display_name: body.display_name, state: "published" }',
    test: published,
    named: "on sqlite one operation publishes both",
  },
  {
    bug: "each offer publishes its product",
    file: "src/features/offers/operations/offer-endpoints.ts",
    find: "if (isPublished) await",
    replace: "if (isPublished !== null) await",
    test: published,
    named: "on sqlite an offer without it",
  },
  {
    bug: "only new customers pay a version that does not say who pays",
    file: "src/features/offers/offer.ts",
    find: '.literal(["notice", "new"])\n      .default("notice")',
    replace: '.literal(["notice", "new"])\n      .default("new")',
    test: published,
    named: "on sqlite the terms of a version say",
  },
  {
    bug: "the console proposes that all customers pay another price",
    file: "console/src/features/offers/offer-form.ts",
    find: '(hasCustomers ? "new" : "notice")',
    replace: '(hasCustomers ? "notice" : "notice")',
    test: "console/src/features/offers/plan-price.test.tsx",
    named: "a draft is published by one press",
  },
];
