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

test("a sample names the service's address, path and key", () => {
  expect(samples(path, "K")).toEqual({
    curl: 'curl "http://vingate.test/lien/5J6RW2H59JL990075" \\\n  -H "x-AuthKey: K"',
    TypeScript:
      'const response = await fetch(\n  "http://vingate.test/lien/5J6RW2H59JL990075",\n  { headers: { "x-AuthKey": "K" } },\n);\nconsole.log(response.status, await response.json());',
    Python:
      'import json, urllib.request\n\nrequest = urllib.request.Request(\n    "http://vingate.test/lien/5J6RW2H59JL990075",\n    headers={"x-AuthKey": "K"})\nwith urllib.request.urlopen(request) as response:\n    print(response.status, json.load(response))',
  });
});

test("the key is masked on the page and complete in the copy", async () => {
  await show(<CodeSamples path={path} secret={secret} />);
  expect(one("pre").textContent).toBe(samples(path, "vgk_aaaa…11111").curl);
  expect(one("pre .k").textContent).toBe("vgk_aaaa…11111");
  await press("Copy");
  expect(copied).toEqual([samples(path, secret).curl]);
  expect(toast()).toBe("Copied with your key");
});

test("without a key a placeholder is shown and copied", async () => {
  await show(<CodeSamples path={path} secret={undefined} />);
  await press("Copy");
  expect(copied).toEqual([samples(path, "YOUR_KEY").curl]);
  expect(toast()).toBe("Copied");
});

test("the copy is of the chosen language", async () => {
  await show(<CodeSamples path={path} secret={secret} />);
  await keyDown(get("tab", "curl"), "End");
  expect(all("tab").map((tab) => tab.getAttribute("aria-selected"))).toEqual(["false", "false", "true"]);
  await press("Copy");
  expect(copied).toEqual([samples(path, secret).Python]);
  expect(has("tablist", "Language")).toBe(true);
});

test("a request with a body has its method and media type", () => {
  const body = '{\n  "name": "O\'Hara"\n}';
  const { curl, TypeScript, Python } = samples("/people", "K", { method: "POST", body });
  expect(curl).toBe(
    `curl -X POST "http://vingate.test/people" \\\n  -H "x-AuthKey: K" \\\n  -H "Content-Type: application/json" \\\n  -d '{"name":"O'\\''Hara"}'`,
  );
  expect(TypeScript).toContain(
    `{ method: "POST", headers: { "x-AuthKey": "K", "Content-Type": "application/json" }, body: "{\\"name\\":\\"O'Hara\\"}" }`,
  );
  expect(Python).toContain(
    `method="POST",\n    headers={"x-AuthKey": "K", "Content-Type": "application/json"},`,
  );
  expect(Python).toContain(`data="{\\"name\\":\\"O'Hara\\"}".encode())`);
});
