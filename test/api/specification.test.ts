import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Endpoint } from "../../src/http/endpoint.ts";
import { isOpen } from "../../src/http/etag.ts";
import { operations } from "../../src/operations.ts";
import { findSharedFile } from "../shared-data.ts";

/** The specification's 4.1 and 4.2, so that this test works without it: security, method, path. */
const managementOperations = `
  none GET /health
  none GET /.well-known/acme-challenge/{token}
  none OPTIONS /{path}
  api-key GET /
  none GET /identity
  Authorization POST /auth/signin
  Authorization POST /auth/signup
  Authorization POST /auth/logout
  Authorization GET /auth/check-email
  Authorization POST /users/signup
  Authorization GET /users/
  Authorization GET /users/{user_id}
  Authorization PATCH /users/{user_id}
  Authorization DELETE /users/{user_id}
  Authorization POST /users/{id}
  Authorization PUT /users/{id}
  Authorization POST /users/{id}/token
  Authorization GET /users/{id}/subscriptions
  Authorization POST /users/{id}/subscriptions/{subscription_id}/listSecrets
  Authorization GET /subscriptions
  Authorization GET /subscriptions/{subscription_id}
  Authorization DELETE /subscriptions/{subscription_id}
  Authorization POST /subscriptions/{id}
  Authorization PUT /subscriptions/{id}
  Authorization PATCH /subscriptions/{id}
  Authorization POST /subscriptions/{subscription_id}/listSecrets
  Authorization PUT /subscriptions/sandbox-bump
  Authorization GET /products
  Authorization GET /products/{id}
  Authorization POST /products/{id}
  Authorization PUT /products/{id}
  Authorization GET /products/{id}/apis
  Authorization PUT /products/{id}/apis/{api_id}
  Authorization DELETE /products/{id}/apis/{api_id}
  Authorization GET /products/{id}/policies/policy
  Authorization PUT /products/{id}/policies/policy
  Authorization GET /apis
  Authorization POST /apis
  Authorization GET /apis/{api_id}
  Authorization PATCH /apis/{api_id}
  Authorization DELETE /apis/{api_id}
  Authorization GET /reports/byApi
  Authorization GET /reports/byRequest
  Authorization GET /reports/timeseries`
  .trim()
  .split(/\n\s*/);

function security(one: Endpoint): string {
  if (one.audience === "key") return "x-AuthKey";
  if (!isOpen(one)) return "Authorization";
  return Object.hasOwn(one.headers?.shape ?? {}, "api-key") ? "api-key" : "none";
}

const line = (one: Endpoint) => `${security(one)} ${one.method} ${one.path}`;
const specified = operations.filter((one) => !one.extension);

test("the management operations are those of the specification, with its security", () => {
  const served = specified.filter((one) => one.audience !== "key").map(line);
  expect(served.sort()).toEqual([...managementOperations].sort());
});

const file = findSharedFile("specification.md");
const absent = file === undefined;
const text = absent ? "" : readFileSync(file, "utf8");

/** The cells of the tables of a section, row by row. */
function rowsOf(heading: string): string[][] {
  const section = text.split(`### ${heading} `)[1]?.split(/\n##/)[0] ?? "";
  return section
    .split("\n")
    .filter((row) => /^\| .*\//.test(row))
    .map((row) => row.split("|").map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1));
}

test.skipIf(absent)("the list above is the specification's 4.1 and 4.2", () => {
  const management = rowsOf("4.1").flatMap(([methods, path, scheme]) =>
    methods!.split(", ").map((method) => {
      const named = /`([a-z-]+)`/.exec(scheme!)?.[1] ?? scheme;
      return `${named} ${method} ${path!.replace(" (empty path)", "")}`;
    }),
  );
  const reports = rowsOf("4.2").map(([path]) => `Authorization GET ${path}`);
  expect([...management, ...reports].sort()).toEqual([...managementOperations].sort());
});

/** The lookups of 4.3 to 4.6; `…` replaces the path of the row's first selector up to its last word. */
function lookupPaths(): string[] {
  const families = rowsOf("4.3").flatMap(([, paths]) => {
    const written = paths!.split(";").map((path) => path.trim().split(" ")[0]!);
    const start = written[0]!.replace(/\/[^/]+$/, "");
    return written.map((path) => path.replace(/^\.\.\./, start)).filter((path) => path.startsWith("/"));
  });
  const others = ["4.4", "4.5", "4.6"].flatMap((section) => rowsOf(section).map(([, path]) => path!));
  return [...new Set([...families, ...others])];
}

test.skipIf(absent)("the lookups are the specification's 57, and none beyond them but extensions", () => {
  const served = specified.filter((one) => one.audience === "key").map(line);
  expect(served.length).toBe(57);
  expect(served.sort()).toEqual(
    lookupPaths()
      .map((path) => `x-AuthKey GET ${path}`)
      .sort(),
  );
});
