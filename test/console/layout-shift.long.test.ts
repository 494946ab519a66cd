import { test } from "./browser.ts";
import { shiftTests } from "./layout-shift.ts";

for (const { title, run } of (await shiftTests()).long) test(title, run);
