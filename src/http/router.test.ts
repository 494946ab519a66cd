import { expect, test } from "bun:test";
import { testOperation } from "../../test/test-operation.ts";
import { compileRouter } from "./router.ts";

const find = compileRouter(
  [
    testOperation("GET", "/users/"),
    testOperation("GET", "/users/signup"),
    testOperation("GET", "/users/{user_id}"),
    testOperation("PUT", "/users/{id}"),
    testOperation("GET", "/users/{user_id}/tokens"),
    testOperation("GET", "/specs/options/{year}"),
    testOperation("GET", "/images/{object_name}"),
  ],
  ({ id }) => id,
);

test("finds a path that ends in a parameter, for HEAD too", () => {
  const ada = { route: "GET /users/{user_id}", params: { user_id: "ada" } };
  expect([find("GET", "/users/ada"), find("HEAD", "/users/ada")]).toEqual([ada, ada]);
  expect(find("PUT", "/users/ada")).toEqual({ route: "PUT /users/{id}", params: { id: "ada" } });
  expect(find("GET", "/users/a%2Fb%20c")?.params).toEqual({ user_id: "a/b c" });
  expect(find("GET", "/users/constructor")?.params).toEqual({ user_id: "constructor" });
  expect(find("GET", "/specs/options/2020")?.params).toEqual({ year: "2020" });
});

test("a literal segment wins over a parameter for every method", () => {
  expect(find("GET", "/users/signup")).toEqual({ route: "GET /users/signup", params: {} });
  expect(find("PUT", "/users/signup")).toBeUndefined();
});

test("a parameter matches one non-empty segment, or the rest of a path", () => {
  expect(find("GET", "/users/")?.route).toBe("GET /users/");
  for (const path of ["/users/ada/", "/users//", "/users//ada", "/users/ada/others", "/specs/options/"])
    expect([path, find("GET", path)]).toEqual([path, undefined]);
  expect(find("DELETE", "/users/ada")).toBeUndefined();
  expect(find("GET", "/users/ada/tokens")?.params).toEqual({ user_id: "ada" });
  expect(find("GET", "/images/a/b.jpg")?.params).toEqual({ object_name: "a/b.jpg" });
});
