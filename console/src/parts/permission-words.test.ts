import { expect, test } from "bun:test";
import { permissionAreas, permissions } from "../../../src/http/permissions.ts";
import { permissionText, permissionTexts } from "./permission-words.ts";

test("every permission and area of the service can be translated", () => {
  const sent = [...permissionAreas, ...Object.values(permissions).map(({ text }) => text)];
  expect(Object.keys(permissionTexts).sort()).toEqual([...new Set(sent)].sort());
  expect(permissionText("Of a newer service")).toBe("Of a newer service");
});
