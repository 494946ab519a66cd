import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { cells, text } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { respond, sent } from "../../../../test/console/dom/service.ts";
import { delivery } from "../../../../test/console/dom/webhook-records.ts";
import { DeliveryPanel } from "./delivery.tsx";

setUp();

const body = '{"type":"credits.low","data":{"remaining":98}}';
const attempt = { number: 1, at: "2026-11-21T08:00:00Z", time: 40, response_code: 500, error: "status 500" };

test("a delivery shows its body and attempts, and is sent again", async () => {
  respond("get", "/webhooks/{webhook_id}/deliveries/{event_id}", {
    ...delivery({ state: "failed" }),
    body,
    log: [
      { ...attempt, response: "no" },
      { ...attempt, number: 2, response_code: null, error: "no connection could be made", response: null },
    ],
  });
  respond("post", "/webhooks/{webhook_id}/replay", { replayed: 1 });
  await show(<DeliveryPanel webhookId="w1" eventId="msg_1" close={() => {}} />, { as: user() });
  expect(text()).toContain("State Failed ID msg_1 Made 21 Nov 2026, 08:00:00 UTC");
  expect(text()).toContain('"data": { "remaining": 98 }');
  expect(cells("Attempts").slice(1)).toEqual([
    ["1", "21 Nov 2026, 08:00:00 UTC", "500 Internal error status 500", "no", "40 ms"],
    ["2", "21 Nov 2026, 08:00:00 UTC", "no connection could be made", "empty", "40 ms"],
  ]);
  await press("Send again");
  expect(sent("POST /webhooks/w1/replay").map(({ body: asked }) => asked)).toEqual([{ event_id: "msg_1" }]);
  expect(toast()).toBe("Event sent again");
});
