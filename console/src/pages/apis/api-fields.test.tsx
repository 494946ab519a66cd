import { expect, test } from "bun:test";
import { choose, press, type } from "../../../../test/console/dom/act.ts";
import { control, messageOf, one, textOf } from "../../../../test/console/dom/find.ts";
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
