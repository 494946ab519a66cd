import { expect, test } from "bun:test";
import { permissionAreas } from "../../../src/http/permission-declaration.ts";
import { permissions } from "../../../src/http/permissions.ts";
import declared from "../base/language/declared/de.gen.json";
import { permissionText, permissionTexts } from "./permission-words.ts";

test("every permission and area of the service can be translated", () => {
  const sent = new Set([...permissionAreas, ...Object.values(permissions).map(({ text }) => text)]);
  expect([...sent.difference(new Set(Object.keys(declared)))].sort()).toEqual(
    Object.keys(permissionTexts).sort(),
  );
  expect(permissionText("Of a newer service")).toBe("Of a newer service");
});
