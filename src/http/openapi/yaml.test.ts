import { expect, test } from "bun:test";
import fc from "fast-check";
import { yamlOf } from "./yaml.ts";

test("every JSON value reads back as itself", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const json = JSON.parse(JSON.stringify(value));
      expect(Bun.YAML.parse(yamlOf(json))).toEqual(json);
    }),
    {
      examples: [
        [
          {
            "200": ["2026-11-22T00:00:00Z", "yes", "", "~", "# x", "- y", "a: b"],
            on: [[], {}, [[1]], [{ a: null }]],
          },
        ],
      ],
    },
  );
});
