import { expect, test } from "bun:test";
import { operationFinder } from "./find-operation.ts";

const operation = (method: string, path: string) => ({
  id: `${method} ${path}`,
  method,
  path,
  summary: "",
  parameters: [],
  body: undefined,
});

const templates = [
  "GET /",
  "GET /pets",
  "GET /pets/{petId}",
  "DELETE /pets/{petId}",
  "GET /pets/mine",
  "GET /pets/{petId}/{name}.{type}",
  "GET /pets/{petId}/v{version}",
  "POST /pets:find",
  "GET /a b/{x}",
  "GET /files/*",
  "GET /orders/",
  "GET /__proto__/{constructor}",
];

test("a path finds its operation, literals before parameters", async () => {
  const operations = templates.map((line) => {
    const [method = "", ...path] = line.split(" ");
    return operation(method, path.join(" "));
  });
  const finder = await operationFinder(operations);
  const find = (method: string, path: string) => {
    const found = finder.find(method, path);
    return found && [operations[found.index]!.id, { ...found.params }];
  };
  expect(find("GET", "/")).toEqual(["GET /", {}]);
  expect(find("GET", "/pets")).toEqual(["GET /pets", {}]);
  expect(find("HEAD", "/pets")).toEqual(["GET /pets", {}]);
  expect(find("GET", "/pets/")).toBeUndefined();
  expect(find("GET", "/pets/mine")).toEqual(["GET /pets/mine", {}]);
  expect(find("GET", "/pets/m%69ne")).toEqual(["GET /pets/mine", {}]);
  expect(find("GET", "/pets/a%2Fb%20c")).toEqual(["GET /pets/{petId}", { petId: "a/b c" }]);
  expect(find("DELETE", "/pets/mine")).toEqual(["DELETE /pets/{petId}", { petId: "mine" }]);
  expect(find("GET", "/pets/1/a.b.png")).toEqual([
    "GET /pets/{petId}/{name}.{type}",
    { petId: "1", name: "a", type: "b.png" },
  ]);
  expect(find("GET", "/pets/1/v2")).toEqual(["GET /pets/{petId}/v{version}", { petId: "1", version: "2" }]);
  expect(find("GET", "/pets/1/.png")).toBeUndefined();
  expect(find("GET", "/pets/1/x")).toBeUndefined();
  expect(find("POST", "/pets:find")).toEqual(["POST /pets:find", {}]);
  expect(find("GET", "/a%20b/1")).toEqual(["GET /a b/{x}", { x: "1" }]);
  expect(find("GET", "/files/*")).toEqual(["GET /files/*", {}]);
  expect(find("GET", "/files/other")).toBeUndefined();
  expect(find("GET", "/orders/")).toEqual(["GET /orders/", {}]);
  expect(find("GET", "/orders")).toBeUndefined();
  expect(find("GET", "/__proto__/1")).toEqual(["GET /__proto__/{constructor}", { constructor: "1" }]);
  expect(find("GET", "//pets")).toBeUndefined();
  expect(finder.methods("/pets/1")).toEqual(["GET", "DELETE"]);
  expect(finder.methods("/none")).toEqual([]);
});
