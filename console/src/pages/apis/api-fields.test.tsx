import { expect, test } from "bun:test";
import { choose, press, type } from "../../../../test/console/dom/act.ts";
import { control, messageOf, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { apiRecord, operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { ApiPage } from "./api.tsx";

setUp();

const service_url = "https://backend.example.com";
const own = apiRecord({ id: "weather", name: "weather", path: "weather", builtin: false, service_url });
const upstream = { source: "acme", keep_days: null, on_failure: "not_found" } as const;

async function open(api: typeof own) {
  respond("get", "/apis", [api]);
  respond("get", "/products", []);
  respond("get", "/apis/{api_id}", api);
  refuse("GET /apis/{api_id}/health", 500, "Not of interest.");
  answer("GET /apis/{api_id}/document", () => json({ detail: "none", code: "not_found" }, 404));
  refuse("GET /apis/{api_id}/mapping", 404, "None.");
  await show(<ApiPage params={{ apiId: api.id }} />, { as: operator() });
}
const bodies = (route: string) => sent(route).map(({ body }) => body);

for (const [label, api] of [
  ["Backend", own],
  ["Upstream", apiRecord({ service_url, upstream })],
] as const)
  test(`the credential that another ${label} needs again is typed at its field`, async () => {
    await open(api);
    const select = `Credential of the ${label.toLowerCase()}`;
    const fault = `the stored credential is for ${service_url}, and is not sent to https://other.example. Send the credential again too, or remove it`;
    refuse("PATCH /apis/{api_id}", 422, [
      { type: "value_error", loc: ["body", "auth"], msg: `Value error, ${fault}`, input: null },
    ]);
    await type(label, "https://other.example");
    await press("Save API");
    expect([
      control(select).getAttribute("aria-invalid"),
      messageOf(select),
      textOf(one(".savebar [role=alert]")),
      control(label).value,
    ]).toEqual(["true", `T${fault.slice(1)}.`, "Correct the marked fields.", "https://other.example"]);

    answer("PATCH /apis/{api_id}", () => json(api));
    await choose(select, "header");
    await type("Header", "X-Api-Key");
    await type("Header value", "s3cret");
    await press("Save API");
    const auth = { header: "X-Api-Key", value: "s3cret" };
    expect(bodies(`PATCH /apis/${api.id}`)).toEqual([
      expect.not.objectContaining({ auth }),
      expect.objectContaining({ service_url: "https://other.example", auth }),
    ]);
    expect(toast()).toBe("API saved");
  });

test("every kind of credential can be sent", async () => {
  await open(own);
  answer("PATCH /apis/{api_id}", () => json(own));
  const fields = [
    ["query", "Parameter", "api_key", "Parameter value"],
    ["basic", "User name", "ada", "Password"],
    ["certificate", "Certificate (PEM)", "a certificate", "Private key (PEM)"],
  ] as const;
  for (const [kind, name, credential, value] of fields) {
    await type("Authorities of the backend (PEM)", "an authority");
    await choose("Credential of the backend", kind);
    await type(name, credential);
    await type(value, "s3cret");
    await press("Save API");
    expect(bodies("PATCH /apis/weather").at(-1)).toMatchObject({
      auth: { [kind]: credential, value: "s3cret" },
      ca_certificate: "an authority",
    });
  }
});

const client = { token_url: "https://vendor.example/token", client_id: "lotdata" };

test("a client of OAuth is sent with what is filled in, and its secret is hidden", async () => {
  await open(own);
  answer("PATCH /apis/{api_id}", () => json(own));
  await choose("Credential of the backend", "oauth");
  await type("Token URL", client.token_url);
  await type("Client ID", client.client_id);
  await type("Client secret", "s3cret");
  expect(control("Client secret").getAttribute("type")).toBe("password");
  await press("Save API");
  await choose("Credential of the backend", "oauth");
  await type("Token URL", client.token_url);
  await type("Client ID", client.client_id);
  await type("Client secret", "s3cret");
  await type("Scope", "lookups");
  await type("Audience", "https://vendor.example");
  await choose("Client ID and secret are sent", "body");
  await press("Save API");
  const more = { scope: "lookups", audience: "https://vendor.example", style: "body" };
  expect(sent("PATCH /apis/weather").map(({ body }) => (body as { auth: object }).auth)).toEqual([
    { oauth: client, value: "s3cret" },
    { oauth: { ...client, ...more }, value: "s3cret" },
  ]);
});

test("a refused member of a client is marked at its field", async () => {
  await open(own);
  refuse("PATCH /apis/{api_id}", 422, [
    {
      type: "value_error",
      loc: ["body", "auth", "model", "oauth", "token_url"],
      msg: "Value error, must be an https URL",
      input: "x",
    },
    {
      type: "list_type",
      loc: ["body", "auth", "list[model]"],
      msg: "Input should be a valid list",
      input: "",
    },
  ]);
  await choose("Credential of the backend", "oauth");
  await type("Token URL", "x");
  await type("Client ID", "lotdata");
  await type("Client secret", "s3cret");
  await press("Save API");
  expect([
    control("Credential of the backend").getAttribute("aria-invalid"),
    messageOf("Token URL"),
    textOf(one(".savebar [role=alert]")),
  ]).toEqual([null, "Token URL must be an https URL.", "Correct the marked fields."]);
});

test("stored credentials show their names, and a stored client needs only its secret", async () => {
  await open({ ...own, auth: [{ header: "X-Api-Key" }, { query: "user" }, { oauth: client }] });
  answer("PATCH /apis/{api_id}", () => json(own));
  const select = "Credential of the backend";
  expect(messageOf(select)).toBe(
    "Stored: the header X-Api-Key, the query parameter user and the OAuth client lotdata of https://vendor.example/token.",
  );
  await choose(select, "oauth");
  expect([control("Token URL").value, control("Client ID").value, control("Client secret").value]).toEqual([
    client.token_url,
    client.client_id,
    "",
  ]);
  expect(text()).not.toContain("Stored:");
  await type("Client secret", "new");
  await press("Save API");
  expect(bodies("PATCH /apis/weather")).toEqual([
    expect.objectContaining({ auth: { oauth: client, value: "new" } }),
  ]);
});
