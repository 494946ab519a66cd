import { expect, test } from "bun:test";
import { account, permissionsOf, signInFor } from "../../../../test/console/dom/account-records.ts";
import { attach, confirm, press, type } from "../../../../test/console/dom/act.ts";
import {
  cells,
  control,
  facts,
  get,
  has,
  messageOf,
  names,
  one,
  text,
  textOf,
  texts,
} from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { apiRecord, operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { MappingSample } from "../../api/api-mappings.ts";
import { VendorMappings } from "./vendor-mappings.tsx";

setUp();

const upstream = { source: "acme", keep_days: null, on_failure: "not_found" } as const;
const fallback = {
  service_url: "https://other.example",
  ca_certificate: null,
  source: "apex",
  after_ms: null,
} as const;
const auction = apiRecord({ service_url: "https://acme.example", upstream });
const yaml = "api: auction\n# ü\n";
// The SHA-256 of the empty text, in both forms.
const digest = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";

/** A stored mapping, by the source that the request names. */
function store(stored: Readonly<Record<string, string | undefined>>) {
  answer("GET /apis/{api_id}/mapping", ({ query }) => {
    const found = stored[query.source ?? ""];
    if (found === undefined) return json({ detail: "None.", code: "not_found" }, 404);
    return new Response(found, {
      headers: {
        "content-type": "application/yaml",
        "last-modified": "Fri, 20 Nov 2026 08:00:00 GMT",
        "repr-digest": `sha-256=:${digest}:`,
      },
    });
  });
}

const open = (api = auction) => show(<VendorMappings one={api} />, { as: operator() });

const sample = (more: Partial<MappingSample> = {}): MappingSample => ({
  lookup: "/auction/1HGCM82633A004352",
  is: "record",
  outcome: "record",
  as_declared: true,
  original: { lots: [{ id: 7 }] },
  data: { lot_number: "7" },
  faults: [],
  columns: [],
  unread: [],
  ...more,
});

test("each source shows whether it has a mapping: its digest, size and time", async () => {
  store({ first: yaml });
  await open({ ...auction, fallback });
  expect(texts("h3")).toEqual(["Upstream acme", "Fallback apex"]);
  expect(facts(one(".facts"))).toEqual([
    ["SHA-256", "e3b0c44298fc…"],
    ["Size", "18 bytes"],
    ["Saved", "20 Nov 2026, 08:00:00 UTC"],
  ]);
  expect(texts(".mapped > .muted")).toEqual(["No mapping yet."]);
  expect(names("button")).toEqual([
    "Change mapping: Upstream",
    "Remove mapping: Upstream",
    "Add mapping: Fallback",
  ]);
});

test("without a fallback there is only the upstream's mapping", async () => {
  store({});
  await open();
  expect([texts("h3"), sent("GET /apis/auction/mapping").map(({ query }) => query)]).toEqual([
    ["Upstream acme"],
    [{ source: "first" }],
  ]);
});

test("a role that may not change APIs sees what is stored, and no button", async () => {
  store({ first: yaml });
  const permissions = permissionsOf({ role: "operator", operatorRole: "support" });
  signInFor([account({ id: "op", member_role: null, permissions })], operator({ operator_role: "support" }));
  await show(<VendorMappings one={auction} />);
  expect([has("button"), facts(one(".facts")).length]).toEqual([false, 3]);
});

test("a file is previewed: each sample with its faults, and the record beside the original", async () => {
  store({});
  await open();
  await press("Add mapping: Upstream");
  await attach("Mapping file", new File([yaml], "acme.yaml"));
  expect(control("Mapping").value).toBe(yaml);
  respond("post", "/apis/{api_id}/mapping/preview", {
    api: "auction",
    samples: [
      sample({ unread: ["internal_ref", "lots[].x"] }),
      sample({
        outcome: "outside",
        as_declared: false,
        data: null,
        faults: [{ path: "data.auctions", reason: "is absent" }],
      }),
      sample({ is: "not_found", outcome: "not_found", original: null, data: null }),
      sample({ as_declared: false }),
    ],
  });
  await press("Preview mapping");
  const [request] = sent("POST /apis/auction/mapping/preview");
  expect([request?.headers.get("content-type"), request?.body]).toEqual(["application/yaml", yaml]);
  expect(texts("h3")).toEqual(["Upstream acme", "2 of 4 samples are as declared"]);
  const lookup = "/auction/1HGCM82633A004352";
  expect(texts(".sample > :not(.beside, table)")).toEqual([
    `Sample 1 ${lookup}`,
    "As declared Record found",
    "Not read by the mapping: internal_ref, lots[].x",
    `Sample 2 ${lookup}`,
    "Not as declared Read as Outside the mapping, declared as Record found",
    `Sample 3 ${lookup}`,
    "As declared Not found",
    `Sample 4 ${lookup}`,
    "Not as declared Record found",
    "The record differs from the declared data.",
  ]);
  expect(cells("Faults of sample 2")).toEqual([
    ["Place", "Reason"],
    ["data.auctions", "is absent"],
  ]);
  expect(texts(".beside")).toEqual([
    'Vendor\'s response { "lots": [{ "id": 7 }] } Mapped record { "lot_number": "7" }',
    'Vendor\'s response { "lots": [{ "id": 7 }] } Mapped record No record',
    "Vendor's response No body Mapped record No record",
    'Vendor\'s response { "lots": [{ "id": 7 }] } Mapped record { "lot_number": "7" }',
  ]);
  expect(textOf(get("region", "Mapped record of sample 1"))).toBe('{ "lot_number": "7" }');
  expect(sent("PUT /apis/auction/mapping")).toEqual([]);
  // What was previewed is not what is in the field any more.
  await type("Mapping", "api: lien");
  expect(texts("h3")).toEqual(["Upstream acme"]);
});

test("a pasted text is saved for its source, and shown", async () => {
  store({ first: yaml });
  await open({ ...auction, fallback });
  await press("Add mapping: Fallback");
  await type("Mapping", "api: auction\n");
  answer("PUT /apis/{api_id}/mapping", () => {
    store({ first: yaml, other: "api: auction\n" });
    return json({ api: "auction", samples: [] });
  });
  await press("Save mapping");
  expect(sent("PUT /apis/auction/mapping").map(({ query, body }) => [query, body])).toEqual([
    [{ source: "other" }, "api: auction\n"],
  ]);
  expect([toast(), has("textbox", "Mapping"), texts(".facts").length]).toEqual(["Mapping saved", false, 2]);
});

test("a stored mapping is changed from its text", async () => {
  store({ first: yaml });
  await open();
  await press("Change mapping: Upstream");
  expect(control("Mapping").value).toBe(yaml);
  await press("Cancel");
  expect([has("textbox", "Mapping"), sent("PUT /apis/auction/mapping")]).toEqual([false, []]);
});

test("faults of the text are at the field with their lines", async () => {
  store({});
  await open();
  await press("Add mapping: Upstream");
  const issue = (msg: string) => ({
    type: "value_error",
    loc: ["body"],
    msg: `Value error, ${msg}`,
    input: null,
  });
  refuse("POST /apis/{api_id}/mapping/preview", 422, [
    issue("line 12 (lookups.0.records): is no selection"),
    issue("line 19, sample 2 (data): differs from what is read"),
    issue("the mapping must be text in UTF-8"),
  ]);
  await type("Mapping", "api: [");
  await press("Preview mapping");
  expect([control("Mapping").getAttribute("aria-invalid"), messageOf("Mapping")]).toEqual([
    "true",
    "Line 12: lookups.0.records: is no selection. Line 19, sample 2: data: differs from what is read. The mapping must be text in UTF-8.",
  ]);
  expect(has("alert")).toBe(false);
  await type("Mapping", "api: auction");
  expect(messageOf("Mapping")).toBe("YAML or JSON, up to 256 KiB, with samples.");
});

test("a refusal that is not of the text is shown below the buttons", async () => {
  store({});
  await open();
  await press("Add mapping: Upstream");
  refuse("PUT /apis/{api_id}/mapping", 409, "The mapping is for lien, not for auction.", "conflict");
  await type("Mapping", "api: lien");
  await press("Save mapping");
  expect([textOf(get("alert")), control("Mapping").value]).toEqual([
    "The mapping is for lien, not for auction.",
    "api: lien",
  ]);
});

test("a file that no mapping can be is not read", async () => {
  store({});
  await open();
  await press("Add mapping: Upstream");
  await attach("Mapping file", new File(["x".repeat(262_145)], "large.yaml"));
  expect([control("Mapping").value, textOf(get("alert"))]).toEqual([
    "",
    "The file has 262 kB. A mapping can have 256 KiB.",
  ]);
});

test("a mapping is removed after it is confirmed", async () => {
  store({ first: yaml });
  await open();
  answer("DELETE /apis/{api_id}/mapping", () => {
    store({});
    return json({ status: "success" });
  });
  await press("Remove mapping: Upstream");
  expect([text().includes("This cannot be undone."), sent("DELETE /apis/auction/mapping")]).toEqual([
    true,
    [],
  ]);
  await confirm();
  expect(sent("DELETE /apis/auction/mapping").map(({ query }) => query)).toEqual([{ source: "first" }]);
  expect([toast(), texts(".mapped > .muted")]).toEqual(["Mapping removed", ["No mapping yet."]]);
});
