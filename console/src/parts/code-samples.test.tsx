import { expect, test } from "bun:test";
import { keyDown, press } from "../../../test/console/dom/act.ts";
import { all, get, has, one } from "../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../test/console/dom/page.ts";
import { copied } from "../../../test/console/dom/window.ts";
import { CodeSamples } from "./code-samples.tsx";
import { samples } from "./samples.ts";

setUp();

const secret = "vgk_aaaaaaaaaaaaaaaaaaaa11111";
const path = "/lien/5J6RW2H59JL990075";
const call = { path, operation: { id: "getLiens", path: "/lien/{vin}" } };
const url = "http://vingate.test";

test("a sample calls the service's operation by its clients", () => {
  expect(samples({ ...call, path: `${path}?year=2018` }, "K", url)).toEqual({
    curl: 'curl "http://vingate.test/lien/5J6RW2H59JL990075?year=2018" \\\n  -H "x-AuthKey: K"',
    TypeScript:
      'import { Vingate } from "@vingate/client";\n\nconst client = new Vingate({\n  url: "http://vingate.test",\n  key: "K",\n});\nconsole.log(await client.getLiens("5J6RW2H59JL990075", { year: 2018 }));',
    Python:
      'from vingate import Vingate\n\nclient = Vingate(\n    url="http://vingate.test",\n    key="K",\n)\nprint(client.get_liens("5J6RW2H59JL990075", year=2018))',
  });
});

test("names of parameters are decoded, and batches are streams", () => {
  const operation = { id: "getOilByTrim", path: "/oil/{make}/{trim}" };
  const { TypeScript } = samples({ path: "/oil/Land%20Rover/S%2FL?explain=true", operation }, "K", url);
  expect(TypeScript).toContain('await client.getOilByTrim("Land Rover", "S/L", { explain: true })');
  const batch = { id: "decodeVins", path: "/vin-decoder/batch" };
  const body = '{"vins":["A",{"vin":"B","year":null}]}';
  const both = samples({ path: batch.path, method: "POST", body, operation: batch }, "K", url);
  expect(both.TypeScript).toContain(
    'for await (const result of client.decodeVins(["A", { vin: "B", year: null }]))',
  );
  expect(both.Python).toContain('for result in client.decode_vins(["A", {"vin": "B", "year": None}]):');
});

test("a form has its members as parameters", () => {
  const operation = { id: "vpicDecodeVINValuesBatch", path: "/vehicles/DecodeVINValuesBatch" };
  const type = "application/x-www-form-urlencoded";
  const form = { path: operation.path, method: "POST", body: '{"data":"A;B"}', type, operation };
  const { curl, Python } = samples(form, "K", url);
  expect(curl).toContain("--data-urlencode 'data=A;B'");
  expect(Python).toContain('client.vpic_decode_vin_values_batch({"data": "A;B"})');
});

test("the key is masked on the page and complete in the copy", async () => {
  await show(<CodeSamples call={call} secret={secret} />);
  expect(one("pre").textContent).toBe(samples(call, "vgk_aaaa…11111", url).curl);
  expect(one("pre .k").textContent).toBe("vgk_aaaa…11111");
  await press("Copy");
  expect(copied).toEqual([samples(call, secret, url).curl]);
  expect(toast()).toBe("Copied with your key");
});

test("without a key a placeholder is shown and copied", async () => {
  await show(<CodeSamples call={call} secret={undefined} />);
  await press("Copy");
  expect(copied).toEqual([samples(call, "YOUR_KEY", url).curl]);
  expect(toast()).toBe("Copied");
});

test("the copy is of the chosen language", async () => {
  await show(<CodeSamples call={call} secret={secret} />);
  await keyDown(get("tab", "curl"), "End");
  expect(all("tab").map((tab) => tab.getAttribute("aria-selected"))).toEqual(["false", "false", "true"]);
  await press("Copy");
  expect(copied).toEqual([samples(call, secret, url).Python]);
  expect(has("tablist", "Language")).toBe(true);
});

test("a registered API has its method, body and media type", () => {
  const body = '{\n  "name": "O\'Hara"\n}';
  const { curl, TypeScript, Python } = samples({ path: "/people", method: "POST", body }, "K", url);
  expect(curl).toBe(
    `curl -X POST "http://vingate.test/people" \\\n  -H "x-AuthKey: K" \\\n  -H "Content-Type: application/json" \\\n  -d '{"name":"O'\\''Hara"}'`,
  );
  expect(TypeScript).toContain(
    'await client.request("POST /people", { as: "key", body: { name: "O\'Hara" } })',
  );
  expect(Python).toContain(
    `method="POST",\n    headers={"x-AuthKey": "K", "Content-Type": "application/json"},`,
  );
  expect(Python).toContain(`data="{\\"name\\":\\"O'Hara\\"}".encode())`);
});
