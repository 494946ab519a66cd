import { expect, test } from "bun:test";
import { lookupEndpoints } from "../../vehicles/lookups/endpoints.ts";
import { formFor, namedFamilies } from "./lookup-forms.ts";

test("the command line has every lookup with its path and query", () => {
  const forms = namedFamilies.flatMap(({ forms, lists }) => [...lists, ...forms]);
  const shown = forms.map(({ path, query }) => [path, query.toSorted()]);
  const served = lookupEndpoints.map(({ path, query }) => [
    path,
    Object.keys((query as { shape?: object } | undefined)?.shape ?? {}).toSorted(),
  ]);
  expect(shown).toEqual(served);
});

test("the number of values selects the operation", () => {
  for (const family of namedFamilies)
    for (const [asList, forms] of [
      [false, family.forms],
      [true, family.lists],
    ] as const)
      for (const form of forms) expect(formFor(family, form.params, asList)).toBe(form);
});
