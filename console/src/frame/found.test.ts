import { expect, test } from "bun:test";
import "../../../test/console/dom/window.ts";
import { callId } from "../../../test/console/dom/report-records.ts";
import { foundByForm } from "./found.ts";

const vin = "5J6RW2H59JL990075";

test.each([
  [vin, [["Vehicle", vin, "/look-up", { vin }]]],
  [" 5j6rw2h59jl-990075 ", [["Vehicle", vin, "/look-up", { vin }]]],
  ["demo123 ca", [["Plate", "DEMO123, CA", "/look-up", { plate: "DEMO123", state: "CA" }]]],
  ["ABC 12, NY", [["Plate", "ABC 12, NY", "/look-up", { plate: "ABC 12", state: "NY" }]]],
  [
    "0199f5c8-0000-7000-8000-000000000001",
    [
      [
        "Call",
        "0199f5c8-0000-7000-8000-000000000001",
        "/calls",
        { id: "0199f5c8-0000-7000-8000-000000000001" },
      ],
    ],
  ],
  [callId(7), [["Call", callId(7), "/calls", { id: callId(7) }]]],
  ["batch-0042", [["Call", "batch-0042", "/calls", { id: "batch-0042" }]]],
  ["vgk_F8wV", []],
  ["Ada Byron", []],
  ["ada@example.com", []],
  ["", []],
])("%p leads to %p", (typed, found) => {
  expect(foundByForm(typed).map(({ kind, label, to, search }) => [kind, label, to, search])).toEqual(
    found as never,
  );
});
