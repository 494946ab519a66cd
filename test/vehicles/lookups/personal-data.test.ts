import { expect, test } from "bun:test";
import { saleRecords } from "../../../src/vehicles/families/apis/saleshistory.ts";
import { kinds, startService } from "../../harness.ts";
import { lookupCaller } from "./lookup-caller.ts";
import { accordVin, loadSamples } from "./samples.ts";

const shown = ["+1 202-555-0142", "seller@example.com", "1 Main St", "20001"];
const hidden = ["", "", "", ""];

// The dealership's record is the newer one.
for (const [setting, dealer, person] of [
  ["dealers", shown, hidden],
  ["all", shown, shown],
  ["none", hidden, hidden],
] as const) {
  test(`VINGATE_PERSONAL_DATA=${setting}`, async () => {
    const service = await startService(kinds[0]!, { VINGATE_PERSONAL_DATA: setting });
    await loadSamples(service, [saleRecords]);
    const got = await (await lookupCaller(service)).lookUp(`/saleshistory/${accordVin}`);
    const { sales_history: sales } = (
      got.body as { data: { sales_history: { data: Record<string, string> }[] } }
    ).data;
    const contacts = sales.map(({ data }) => [data.phone, data.email, data.address, data.zip_code]);
    expect(contacts).toEqual([[...dealer], [...person]]);
    await service.end();
  });
}
