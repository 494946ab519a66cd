import { afterAll, beforeAll, expect, test } from "bun:test";
import { loadConfig } from "../../src/config.ts";
import { startService, type TestService, testOrigin } from "../harness.ts";

let service: TestService;

beforeAll(async () => {
  service = await startService(undefined, {
    VINGATE_SECURITY_CONTACT: "mailto:security@example.com",
    VINGATE_PUBLIC_URL: `${testOrigin}/fleet`,
  });
});

afterAll(() => service.end());

const base = `${testOrigin}/fleet`;

test("the API catalog names the documents of the API", async () => {
  const got = await service.ask("GET", "/.well-known/api-catalog");
  const type = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
  expect([got.status, got.headers.get("content-type"), got.headers.get("link")]).toEqual([
    200,
    type,
    `<${base}/.well-known/api-catalog>; rel="api-catalog"`,
  ]);
  expect(JSON.parse(got.text)).toEqual({
    linkset: [
      {
        anchor: `${base}/`,
        "service-desc": [
          { href: `${base}/openapi.json`, type: "application/json" },
          { href: `${base}/openapi.yaml`, type: "application/yaml" },
        ],
        "service-doc": [
          { href: `${base}/console/docs`, type: "text/html" },
          { href: `${base}/llms.txt`, type: "text/plain" },
        ],
        status: [{ href: `${base}/health`, type: "application/json" }],
      },
    ],
  });
  const head = await service.ask("HEAD", "/.well-known/api-catalog");
  expect([head.status, head.headers.get("link")]).toEqual([200, got.headers.get("link")]);
});

test("security.txt names the operator's contact for ninety days", async () => {
  const got = await service.ask("GET", "/.well-known/security.txt");
  expect([got.status, got.headers.get("content-type"), got.text]).toEqual([
    200,
    "text/plain; charset=utf-8",
    `Contact: mailto:security@example.com
Expires: 2027-02-19T00:00:00.000Z
Canonical: ${base}/.well-known/security.txt
`,
  ]);
});

test("a contact is one https or mailto URL", () => {
  for (const contact of ["security@example.com", "http://example.com", "mailto:a@example.com\nPolicy: x"])
    expect(() => loadConfig({ VINGATE_SECURITY_CONTACT: contact }, [])).toThrow(
      "must be a URL such as mailto:",
    );
});

test("every operation has a page that needs no other", async () => {
  const { paths } = JSON.parse((await service.ask("GET", "/openapi.json")).text) as {
    paths: Record<string, Record<string, { operationId: string; summary: string }>>;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  for (const { operationId, summary } of operations) {
    const page = await service.ask("GET", `/docs/operations/${operationId}.md`);
    expect([operationId, page.status, page.text.split("\n", 1)[0]]).toEqual([
      operationId,
      200,
      `# ${summary}`,
    ]);
    expect(page.text).not.toMatch(/undefined|\[object|#\/components/);
  }
  const names = ["nothing.md", "decodeVin", "__proto__.md"];
  for (const name of names)
    expect([name, (await service.ask("GET", `/docs/operations/${name}`)).status]).toEqual([name, 404]);
});

test("an operation's page shows parameters, schemas, cost and errors", async () => {
  const { text } = await service.ask("GET", "/docs/operations/listHeadlightAssemblyMakes.md");
  expect(text).toMatchInlineSnapshot(`
    "# List the makes of a year

    \`GET /headlight-assembly/options/make/{year}\` at http://vingate.test/fleet, with a subscription's key in the header \`x-AuthKey\`.

    A selector: lists what the next step accepts. It costs no credit.

    ## Parameters

    | Name | In | Type | Description | Example |
    |---|---|---|---|---|
    | \`year\` | path, required | string | The model year, four digits. | \`2018\` |

    ## Response

    \`application/json\`: \`{"$ref":"Choices"}\`

    Example:

    \`\`\`json
    {
     "status": "success",
     "data": [
      "ACURA",
      "BMW"
     ],
     "synthetic": true
    }
    \`\`\`

    ## Schemas

    - \`Choices\`: \`{"type":"object","properties":{"status":{"$ref":"Status2"},"data":{"type":"array","items":{"type":"string"},"description":"The names that the next parameter can have."},"synthetic":{"description":"Present if names of synthetic records of the demo set are among them.","type":"boolean","const":true}},"required":["status","data"]}\`
    - \`Status2\`: \`{"type":"string","const":"success","description":"\`success\`."}\`

    ## Other responses

    - 401: \`not_authenticated\`: The credential is missing. Lookups take x-AuthKey, all other operations Authorization. \`invalid_credential\`: The credential is unknown, mistyped, expired or revoked.
    - 402: \`credits_exhausted\`: The subscription has no credits left. Nothing was charged.
    - 403: \`subscription_inactive\`: The subscription is not active. \`detail\` names its state. \`api_not_in_product\`: The product of the subscription does not contain this API. \`ip_not_allowed\`: The product of the subscription blocks calls from this address.
    - 404: \`vehicle_not_found\`: The vehicle is unknown. Nothing was charged, unless the product charges for 404. \`record_not_found\`: This service has no record of the vehicle. That proves nothing about the vehicle.
    - 422: The request is invalid. \`detail\` lists every invalid input.
    - 429: \`rate_limited\`: Rate limit exceeded. Retry-After contains the seconds to wait. \`quota_exceeded\`: The quota of the product is used up. Retry-After contains the seconds until the next period. IANA lists this problem type at https://iana.org/assignments/http-problem-types#quota-exceeded.

    Errors are problem documents (RFC 9457). \`type\` is the address of a page that says what to do.
    "
  `);
  const oil = await service.ask("GET", "/docs/operations/getEngineOil.md");
  expect(oil.text).toContain("\n\nCosts 1 credit if something is found. A plan may set another price.\n\n");
  const users = await service.ask("GET", "/docs/operations/createUser.md");
  expect(users.text).toContain("with a token in the header `Authorization: Bearer`");
  const health = await service.ask("GET", "/docs/operations/getLiveness.md");
  expect(health.text).toContain(", without a credential.");
});
