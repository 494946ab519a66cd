import { test } from "./browser.ts";
import { seededShifts } from "./layout-shift.ts";

// One page of each kind; the long tests have the others, and both widths.
const { expectStillPublic, expectStillParts, expectControlsStay } = await seededShifts();

test("the landing page, 390 px wide, does not shift when its data arrives", () =>
  expectStillPublic(
    { name: "landing", path: "", late: ["/sample/decode"], shown: "One call, one response" },
    390,
  ));

test("/overview of the operator, 1280 px wide, does not shift when responses arrive in reverse", () =>
  expectStillParts({ as: "operator", path: "/overview", shown: /calls/ }, 1280));

test("no control of /security moves when the code of features arrives late", () =>
  expectControlsStay({ as: "customer", path: "/security", below: "Password" }));
