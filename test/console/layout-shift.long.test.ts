import { test } from "./browser.ts";
import { type PageOfFeatures, type PageOfParts, type PublicPage, seededShifts } from "./layout-shift.ts";

const { expectStillPublic, expectStillParts, expectControlsStay } = await seededShifts();

const publicPages: readonly PublicPage[] = [
  { name: "landing", path: "", late: ["/sample/decode"], shown: "One call, one response" },
  { name: "guide", path: "/docs", late: ["/docs/quick-start.md", "/llms.txt"], shown: "Quick start" },
  { name: "guide without its list", path: "/docs", late: ["/llms.txt"], shown: "Quick start" },
  { name: "reference", path: "/reference", late: ["/openapi.json"], shown: "API reference" },
];

for (const one of publicPages)
  for (const width of [390, 1280])
    test(`the ${one.name} page, ${width} px wide, does not shift when its data arrives`, () =>
      expectStillPublic(one, width));

const ofUsers: readonly PageOfParts[] = [
  { as: "customer", path: "/overview", shown: /calls in 7 days/ },
  { as: "customer", path: "/requests", shown: /^Request log$/ },
  { as: "operator", path: "/overview", shown: /calls/ },
  { as: "operator", path: "/datasets", shown: /datasets, all synthetic/ },
  { as: "operator", path: "/system", shown: /need attention$/ },
];

for (const one of ofUsers)
  for (const width of [390, 1280])
    test(`${one.path} of the ${one.as}, ${width} px wide, does not shift when responses arrive in reverse`, () =>
      expectStillParts(one, width));

const ofFeatures: readonly PageOfFeatures[] = [
  { as: "customer", path: "/profile", below: "Access tokens" },
  { as: "customer", path: "/security", below: "Password" },
  { as: "customer", path: "/plans", below: "Close the subscription" },
  { as: "customer", path: "/billing", below: "Periods" },
  { as: "visitor", path: "/sign-up", below: "Have an account?" },
  { as: "visitor", path: "/sign-in", below: "No account yet?" },
];

for (const one of ofFeatures)
  test(`no control of ${one.path} moves when the code of features arrives late`, () =>
    expectControlsStay(one));
