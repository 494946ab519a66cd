import { expect, test } from "bun:test";
import fc from "fast-check";
import examples from "../../../src/management/documentation/examples.json";
import { canAsk } from "../../../src/vehicles/families/asks-upstream.ts";
import { examplesOf } from "../../../src/vehicles/families/examples.ts";
import type { Family } from "../../../src/vehicles/families/family.ts";
import { lookupApis } from "../../../src/vehicles/families/lookup-apis.ts";
import { namingForms } from "../../../src/vehicles/lookups/forms.ts";
import { createTake, shownAgain, Unfit } from "../../../src/vehicles/lookups/upstream/taken-record.ts";
import { saleData } from "./samples.ts";

interface Example {
  readonly response: { readonly data: object };
}

/** The documented answers of every lookup that can request an upstream. */
const documented = lookupApis.flatMap((api) =>
  api.families.filter(canAsk).flatMap((family) =>
    family.namings.map((naming) => {
      const { id, params: names } = namingForms[naming];
      const operation = `get${family.noun}${id}`;
      const params = Object.fromEntries(names.map((name) => [name, examplesOf(api)[name]!]));
      return { family, operation, params, ...(examples as unknown as Record<string, Example>)[operation]! };
    }),
  ),
);
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const text = (body: Uint8Array | undefined) => body && (JSON.parse(Buffer.from(body).toString()) as unknown);
const takeOf = (family: Family) => createTake(family, family.from!);

test("the documented answers of all lookups are taken", () => {
  expect(documented.length).toBeGreaterThan(15);
  for (const { family, operation, params, response } of documented) {
    const taken = text(takeOf(family)(bytes(response), params, "all"));
    // The demo set's plates have members that the family does not declare.
    if (family.from!.kind === "plate") expect(response).toMatchObject(taken as object);
    else expect([operation, taken]).toEqual([operation, response]);
  }
});

test("an answer without one of its members is unfit", () => {
  for (const { family, operation, params, response } of documented) {
    const first = Array.isArray(response.data) ? response.data[0] : response.data;
    const without = Object.keys(first as object).filter((name) => {
      const { [name]: _, ...rest } = first as Record<string, unknown>;
      const data = Array.isArray(response.data) ? [rest] : rest;
      try {
        takeOf(family)(bytes({ ...response, data }), params, "all");
        return false;
      } catch (thrown) {
        return thrown instanceof Unfit;
      }
    });
    expect([operation, without.length > 0]).toEqual([operation, true]);
  }
});

test("any bytes are taken or unfit", () => {
  const { family, params, response } = documented.find(({ operation }) => operation === "getAuctionHistory")!;
  const take = takeOf(family);
  const judged = (body: Uint8Array) => {
    try {
      take(body, params, "dealers");
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(Unfit);
    }
  };
  const whole = JSON.stringify(response);
  fc.assert(fc.property(fc.uint8Array(), judged));
  fc.assert(fc.property(fc.jsonValue(), (value) => judged(bytes(value))));
  fc.assert(fc.property(fc.jsonValue(), (data) => judged(bytes({ status: "success", data: [data] }))));
  fc.assert(fc.property(fc.nat(whole.length), (end) => judged(Buffer.from(whole.slice(0, end)))));
});

test("a stricter setting hides contact data of what is kept", () => {
  const { family, params, response } = documented.find(({ operation }) => operation === "getSalesHistory")!;
  const sale = (seller: string) => ({ post_date: "", data: { ...saleData(seller, []), listing_id: seller } });
  const data = { ...response.data, sales_history: [sale("private"), sale("dealership")] };
  const taken = takeOf(family)(bytes({ status: "success", data }), params, "all")!;
  const phones = (body: Uint8Array) =>
    (text(body) as { data: { sales_history: { data: { phone: string } }[] } }).data.sales_history.map(
      (one) => one.data.phone,
    );
  const phone = "+1 202-555-0142";
  expect(phones(taken)).toEqual([phone, phone]);
  expect(phones(shownAgain(family.from!, taken, "dealers"))).toEqual(["", phone]);
  expect(phones(shownAgain(family.from!, taken, "none"))).toEqual(["", ""]);
});
