import { test } from "./browser.ts";
import { shiftTests } from "./layout-shift.ts";

for (const { title, run } of (await shiftTests()).short) test(title, run);
