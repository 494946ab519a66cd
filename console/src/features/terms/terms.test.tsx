import { beforeEach, expect, test } from "bun:test";
import { press, toggle, type } from "../../../../test/console/dom/act.ts";
import { all, cells, get, has, names, text } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { keys, operator, subscription, user } from "../../../../test/console/dom/records.ts";
import { answer, json, respond, sent } from "../../../../test/console/dom/service.ts";
import { SignUp } from "../../pages/public/sign-up.tsx";
import { setPageParts } from "../../parts/page-parts.ts";
import { Agreement } from "./agreement.tsx";
import { OpenTerms } from "./open-terms.tsx";
import { SignUpTerms } from "./sign-up-terms.tsx";
import { TermsPage } from "./terms.tsx";
import type { Terms } from "./terms-queries.ts";

setUp();
beforeEach(() => setPageParts([{ signUp: SignUpTerms }]));

const service: Terms = {
  kind: "terms",
  version: 7,
  title: "Terms of service",
  url: null,
  digest: "0".repeat(64),
  published_at: "2026-11-02T10:00:00.000Z",
};
const privacy: Terms = {
  ...service,
  kind: "privacy",
  version: 2,
  title: "Privacy",
  url: "https://a.example/",
};
const accepted = () =>
  answer("POST /terms/acceptances", () =>
    json({ kind: "terms", version: 7, accepted_at: service.published_at }),
  );
const bodies = () => sent("POST /terms/acceptances").map(({ body }) => body);

test("a new user accepts the current terms, right after the sign-up", async () => {
  respond("get", "/terms", [service, privacy]);
  answer("POST /auth/signup", () => json({ user: user(), subscription: subscription(), keys: keys() }, 201));
  respond("post", "/auth/signin", { token: "t", expires_at: "2027-01-01T00:00:00Z", user: user() });
  accepted();
  await show(<SignUp />, { at: "/sign-up" });
  expect(text()).toContain("I accept: Terms of service, version 7, and Privacy, version 2");
  expect((get("checkbox") as HTMLInputElement).required).toBe(true);
  for (const label of ["First name", "Last name", "Email", "Password"]) await type(label, "ada@example.com");
  await toggle("I accept: Terms of service, version 7, and Privacy, version 2");
  await press("Create account");
  expect(bodies()).toEqual([
    { kind: "terms", version: 7 },
    { kind: "privacy", version: 2 },
  ]);
});

test("without terms there is no box", async () => {
  respond("get", "/terms", []);
  await show(<SignUp />, { at: "/sign-up" });
  expect(has("checkbox")).toBe(false);
});

test("a customer accepts what is open in a dialog", async () => {
  respond("get", "/terms/open", [service, privacy]);
  accepted();
  await show(<OpenTerms />, { as: user() });
  expect(all("link").map((link) => link.getAttribute("href"))).toEqual([
    expect.stringContaining("/agreements/terms/7"),
    "https://a.example/",
  ]);
  respond("get", "/terms/open", []);
  await press("Accept");
  expect([bodies().length, has("dialog")]).toEqual([2, false]);
});

test("a customer can leave it for later, and operators are not asked", async () => {
  respond("get", "/terms/open", [service]);
  await show(<OpenTerms />, { as: user() });
  await press("Later");
  expect([bodies(), has("dialog")]).toEqual([[], false]);
  await show(<OpenTerms />, { as: operator() });
  expect(sent("GET /terms/open")).toHaveLength(1);
});

test("an operator publishes a text or an address, not both", async () => {
  respond("get", "/terms", [service]);
  answer("PUT /terms/{kind}", () => json({ ...service, version: 8, text: "New" }));
  await show(<TermsPage />, { as: operator() });
  expect(cells("Agreements").map((row) => row.slice(0, 3))).toEqual([
    ["Agreement", "Current version", "Published"],
    ["Terms of service", "Terms of service, version 7", "2 Nov 2026"],
    ["Privacy policy", "none", ""],
    ["Processing of data", "none", ""],
    ["License of data", "none", ""],
  ]);
  await press("Publish a version of Terms of service");
  await type("Address", "https://a.example/");
  await type("Text", "New");
  await press("Publish version");
  expect(sent("PUT /terms/{kind}")).toEqual([]);
  await type("Address", "");
  await press("Publish version");
  expect(sent("PUT /terms/{kind}").map(({ body }) => body)).toEqual([
    { title: "Terms of service", url: null, text: "New" },
  ]);
  expect(toast()).toBe("Version 8 is published");
});

test("everybody reads a version", async () => {
  respond("get", "/terms/{kind}/{version}", { ...service, text: "# Rules\n\nBe fair." });
  await show(<Agreement params={{ kind: "terms", version: "7" }} />);
  expect(names("heading")).toEqual(["Terms of service", "Rules"]);
  expect(text()).toContain("Version 7, published on 2 Nov 2026. Rules Be fair.");
});
