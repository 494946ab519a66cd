import { expect, test } from "bun:test";
import { placeOf } from "./paths.ts";

test("a path that does not decode is refused, but for the console, whose page says so", () => {
  expect([
    placeOf("/users/%zz"),
    placeOf("http://localhost/users/%zz?a=1"),
    placeOf("/console/users/%zz?a=1"),
    placeOf("http://localhost/console/%zz"),
    placeOf("/console/users/%C3%B8?a=1"),
  ]).toEqual([
    undefined,
    undefined,
    { path: "/console/", search: "" },
    { path: "/console/", search: "" },
    { path: "/console/users/%C3%B8", search: "?a=1" },
  ]);
});
