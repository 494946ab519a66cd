import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds, problem, startService, type TestService } from "../../../../test/harness.ts";
import { tally } from "../../../../test/subscribers.ts";
import { sql } from "../../../database/sql.ts";
import { type VpicCaller, vpicCaller } from "./api-caller.ts";

const accord = "1HGCM82633A004352";
const message =
  "Results returned successfully. NOTE: Any missing decoded values should be interpreted as NHTSA does not have data on the specific variable. Missing value should NOT be interpreted as an indication that a feature or technology is unavailable for a vehicle.";
const clean =
  "0 - No error was found: the length, the characters and the check digit (9th position) are right. Whether each character is one that the manufacturer registered cannot be determined from the loaded data.";

/** The members that are not empty. */
const filled = (result: object) =>
  Object.fromEntries(Object.entries(result).filter(([, value]) => value !== ""));

const accordValues = {
  BodyClass: "Coupe",
  Doors: "2",
  EngineConfiguration: "V-Shaped",
  EngineCylinders: "6",
  EngineModel: "J30A4",
  ErrorCode: "0",
  ErrorText: clean,
  FuelTypePrimary: "Gasoline",
  GVWR: "Class 1C: 4,001 - 5,000 lb (1,814 - 2,268 kg)",
  Make: "HONDA",
  MakeID: "474",
  Manufacturer: "AMERICAN HONDA MOTOR CO., INC.",
  ManufacturerId: "988",
  Model: "Accord",
  ModelID: "1861",
  ModelYear: "2003",
  OtherRestraintSystemInfo: "Seat Belt (Rr center position)",
  PlantCity: "MARYSVILLE",
  PlantCountry: "UNITED STATES (USA)",
  PlantState: "OHIO",
  Trim: "EX-V6",
  VIN: accord,
  VehicleDescriptor: "1HGCM826*3A",
  VehicleType: "PASSENGER CAR",
};

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`decodes in vPIC's form on ${kind.dialect}`, () => {
    let service: TestService;
    let caller: VpicCaller;
    beforeAll(async () => {
      service = await startService(kind);
      caller = await vpicCaller(service, 1000);
    });
    afterAll(() => service.end());

    test("model years follow vPIC's rules, of other markets' vehicles too", async () => {
      const { body } = await caller.get("DecodeVinValues/WAUZZZ8K9BA012345?format=json");
      const [{ ModelYear, AdditionalErrorText }] = (body as { Results: Record<string, string>[] })
        .Results as [Record<string, string>];
      expect([ModelYear, AdditionalErrorText]).toEqual(["1981", ""]);
    });

    const recorded = async ({ account }: VpicCaller) => {
      await service.app.metering.flush();
      return service.app.database.all<{ url: string; status: number; credits: number }>(
        sql`select url, status, credits from request_log where subscription_id = ${account.subscriptionId} order by seq`,
      );
    };

    test("a flat decode has vPIC's envelope and every member", async () => {
      const got = await caller.get(`DecodeVinValues/${accord}?format=json`);
      const { Results, ...envelope } = got.body as { Results: [Record<string, string>] };
      expect([got.status, got.headers.get("content-type"), got.headers.get("x-data-source")]).toEqual([
        200,
        "application/json; charset=utf-8",
        service.app.vinPack.value ? `vpic-packaged ${service.app.vinPack.value.meta.version}` : "",
      ]);
      expect(envelope).toEqual({ Count: 140, Message: message, SearchCriteria: `VIN(s): ${accord}` });
      expect(Results.length).toBe(1);
      expect(filled(Results[0])).toEqual(accordValues);
      const names = Object.keys(Results[0]);
      expect(names).toEqual(names.toSorted());
      expect((await caller.get(`DecodeVinValuesExtended/${accord}?format=json`)).text).toBe(got.text);
    });

    test("a list of variables is in vPIC's order", async () => {
      const got = await caller.get(`DecodeVin/${accord}?format=json`);
      const { Results, ...envelope } = got.body as { Results: Record<string, unknown>[] };
      expect(envelope).toEqual({ Count: 140, Message: message, SearchCriteria: `VIN:${accord}` });
      const row = (Variable: string, VariableId: number, Value: string | null, ValueId: string | null) => {
        return { Value, ValueId, Variable, VariableId };
      };
      expect(Results.slice(0, 20)).toEqual([
        row("Suggested VIN", 142, "", ""),
        row("Error Code", 143, "0", "0"),
        row("Possible Values", 144, "", ""),
        row("Additional Error Text", 156, null, ""),
        row("Error Text", 191, clean, ""),
        row("Vehicle Descriptor", 196, "1HGCM826*3A", ""),
        row("Destination Market", 10, null, null),
        row("Make", 26, "HONDA", "474"),
        row("Manufacturer Name", 27, "AMERICAN HONDA MOTOR CO., INC.", "988"),
        row("Model", 28, "Accord", "1861"),
        row("Model Year", 29, "2003", ""),
        row("Plant City", 31, "MARYSVILLE", ""),
        row("Series", 34, null, ""),
        row("Trim", 38, "EX-V6", ""),
        row("Vehicle Type", 39, "PASSENGER CAR", "2"),
        row("Plant Country", 75, "UNITED STATES (USA)", "6"),
        row("Plant Company Name", 76, null, ""),
        row("Plant State", 77, "OHIO", ""),
        row("Trim2", 109, null, ""),
        row("Series2", 110, null, ""),
      ]);
      expect((await caller.get(`DecodeVinExtended/${accord}?format=json`)).text).toBe(got.text);
    });

    test("XML and CSV have the same results; XML is the default", async () => {
      const start =
        '<Response xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">';
      const xml = await caller.get(`DecodeVinValues/${accord}`);
      const json = await caller.get(`DecodeVinValues/${accord}?format=JSON`);
      const [result] = (json.body as { Results: [Record<string, string>] }).Results;
      const members = Object.entries(result).map(([name, value]) =>
        value === "" ? `<${name}/>` : `<${name}>${value.replaceAll("&", "&amp;")}</${name}>`,
      );
      expect([xml.headers.get("content-type"), xml.text]).toEqual([
        "application/xml; charset=utf-8",
        `${start}<Count>140</Count><Message>${message}</Message><SearchCriteria>VIN(s): ${accord}</SearchCriteria><Results><DecodedVINValues>${members.join("")}</DecodedVINValues></Results></Response>`,
      ]);
      const csv = await caller.get(`DecodeVinValues/${accord}?format=csv`);
      expect([csv.headers.get("content-type"), csv.text]).toEqual([
        "text/csv; charset=utf-8",
        [
          Object.keys(result).join().toLowerCase(),
          Object.values(result)
            .map((value) => (value.includes(",") ? `"${value}"` : value))
            .join(),
          "",
        ].join("\r\n"),
      ]);
      const list = await caller.get(`DecodeVin/${accord}?format=xml`);
      expect(list.text).toStartWith(
        `${start}<Count>140</Count><Message>${message}</Message><SearchCriteria>VIN:${accord}</SearchCriteria><Results><DecodedVariable><VariableId>142</VariableId><Variable>Suggested VIN</Variable><ValueId/><Value/></DecodedVariable><DecodedVariable><VariableId>143</VariableId><Variable>Error Code</Variable><ValueId>0</ValueId><Value>0</Value></DecodedVariable>`,
      );
      const typeOf = async (format: string, accept: string) => {
        const headers = { "x-AuthKey": caller.account.key, accept };
        return (await caller.get(`DecodeVin/${accord}${format}`, { headers })).headers.get("content-type");
      };
      expect(await typeOf("", "application/json")).toBe("application/json; charset=utf-8");
      expect(await typeOf("?format=yaml", "*/*")).toBe("application/xml; charset=utf-8");
      expect(await typeOf("?format=csv", "application/json")).toBe("text/csv; charset=utf-8");
    });

    test("paths and parameters ignore case, /api and a slash", async () => {
      const headers = { "x-AuthKey": caller.account.key };
      const plain = (await caller.get(`DecodeVinValues/${accord}?format=json&modelyear=2003`)).text;
      for (const path of [
        `/vehicles/decodevinvalues/${accord}?FORMAT=json&MODELYEAR=2003`,
        `/api/vehicles/DecodeVinValues/${accord}/?format=json&modelYear=2003`,
        `/API/VEHICLES/DECODEVINVALUES/${accord}?Format=Json&ModelYear=2003&modelyear=2003`,
      ])
        expect([path, (await service.ask("GET", path, { headers })).text]).toEqual([path, plain]);
    });

    test("invalid VINs return their errors", async () => {
      const said = async (vin: string) => {
        const got = await caller.get(`DecodeVinValues/${encodeURIComponent(vin)}?format=json`);
        const [result] = (got.body as { Results: [object] }).Results;
        return filled(result);
      };
      expect(await said("tacos")).toEqual({
        ErrorCode: "6,7,11,400",
        ErrorText:
          "6 - The VIN is incomplete: 5 of 17 characters. 7 - No manufacturer has registered the code TAC with NHTSA. 11 - The VIN contains no model year. 400 - Characters that are not allowed at their positions: 4:O.",
        VIN: "TACOS",
      });
      expect(await said("1HGCM82633A0043520")).toEqual({
        ErrorCode: "400",
        ErrorText: "400 - The VIN has 18 characters; a VIN has 17.",
        VIN: "1HGCM82633A0043520",
      });
      const { ErrorText: _, ...rest } = accordValues;
      expect(await said("1hgcm82633a00435!")).toEqual({
        ...rest,
        ErrorCode: "1,400",
        ErrorText:
          "1 - Check digit 3 in position 9 cannot be computed from these characters. 400 - Characters that are not allowed at their positions: 17:!.",
        SuggestedVIN: "1HGCM82633A00435!",
        VIN: "1HGCM82633A00435!",
      });
      const partial = await said("5UXWX7C5*BA");
      expect([partial.ErrorCode, partial.Make, partial.Model, partial.ModelYear]).toEqual([
        "6",
        "BMW",
        "X3",
        "2011",
      ]);
      const year = async (year: string) => {
        const got = await caller.get(`DecodeVinValues/${accord}?format=json&modelyear=${year}`);
        const [result] = (got.body as { Results: [Record<string, string>] }).Results;
        return [result.ModelYear, result.ErrorCode];
      };
      expect(await year("nonsense")).toEqual(["2003", "0"]);
      expect(await year("2004")).toEqual(["2004", "0,12"]);
      expect(await year("1899")).toEqual(["2003", "0,12"]);
    });

    test("a batch has each VIN in order, with its year", async () => {
      const got = await caller.batch(`DATA=${accord},2003;; 5UXWX7C5*BA ;zz&format=json`);
      const { Results, ...envelope } = got.body as { Results: Record<string, string>[] };
      expect(envelope).toEqual({ Count: 3, Message: message, SearchCriteria: "" });
      expect(filled(Results[0]!)).toEqual(accordValues);
      expect(Results.map(({ VIN, Make, ErrorCode }) => [VIN, Make, ErrorCode])).toEqual([
        [accord, "HONDA", "0"],
        ["5UXWX7C5*BA", "BMW", "6"],
        ["ZZ", "", "6,7,11"],
      ]);
      const alone = await caller.get(`DecodeVinValues/${accord}?format=csv&modelyear=2003`);
      const csv = await caller.batch(`data=${accord},2003`, "/api/vehicles/decodevinvaluesbatch/?format=csv");
      expect([csv.headers.get("content-type"), csv.text]).toEqual(["text/csv; charset=utf-8", alone.text]);
      const xml = await caller.batch(`Data=${accord};${accord}&format=xml`);
      expect(xml.text.match(/<DecodedVINValues>/g)?.length).toBe(2);
      expect(xml.text).toStartWith("<Response ");
      expect(xml.text).toEndWith("</DecodedVINValues></Results></Response>");
      const many = await caller.batch(`DATA=${Array(60).fill(accord).join(";")}&format=json`);
      expect((many.body as { Count: number; Results: unknown[] }).Results.length).toBe(60);
      const none = await caller.batch("DATA=&format=json");
      expect(none.body).toEqual({ Count: 0, Message: message, SearchCriteria: "", Results: [] });
    });

    test("a batch without DATA or with too many VINs is refused", async () => {
      const missing = await caller.batch("format=json");
      expect([missing.status, missing.body]).toEqual([
        422,
        {
          detail: [
            { type: "missing", loc: ["body", "data"], msg: "Field required", input: { format: "json" } },
          ],
        },
      ]);
      const many = await caller.batch(`DATA=${Array(10_001).fill("1HG").join(";")}`);
      expect(many.status).toBe(422);
      expect((many.body as { detail: { msg: string }[] }).detail.map(({ msg }) => msg)).toEqual([
        "Value error, must have at most 10000 VINs",
      ]);
    });

    test("a path without a VIN and another method do not exist", async () => {
      const got = await caller.get("DecodeVin/?format=json");
      const detail = "No operation at /vehicles/DecodeVin/. See /openapi.json.";
      expect(got.body).toEqual(problem("not_found", 404, "Not found", detail, got));
      const method = await caller.get("decodevinvaluesbatch/");
      expect([method.status, method.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    });

    test("every decode and every VIN of a batch costs one credit", async () => {
      const own = await vpicCaller(service);
      await own.get(`DecodeVin/${accord}?format=json`);
      await own.get("decodevinvalues/nothing?MODELYEAR=2003&secret=1");
      await own.batch(`DATA=${accord};zz;${accord}`);
      await own.get("GetAllMakes?format=csv");
      expect(await recorded(own)).toEqual([
        { url: `/vehicles/DecodeVin/${accord}?format=json`, status: 200, credits: 1 },
        { url: "/vehicles/decodevinvalues/nothing?modelyear=2003&secret", status: 200, credits: 1 },
        ...Array(3).fill({ url: "/vehicles/DecodeVINValuesBatch", status: 200, credits: 1 }),
        { url: "/vehicles/GetAllMakes?format=csv", status: 200, credits: 0 },
      ]);
    });

    test("VINs without credits in a batch have status 402", async () => {
      const own = await vpicCaller(service);
      const left = Number((await own.get(`DecodeVin/${accord}`)).headers.get("x-credits-remaining"));
      const got = await own.batch(
        `DATA=${Array(left + 2)
          .fill(accord)
          .join(";")}&format=json`,
      );
      const { Results } = got.body as { Results: Record<string, string>[] };
      expect(tally(Results.map(({ ErrorCode }) => Number(ErrorCode)))).toEqual({ 0: left, 402: 2 });
      expect(filled(Results.at(-1)!)).toEqual({
        ErrorCode: "402",
        ErrorText: "402 - No credits left. Change plan or ask the operator.",
        VIN: accord,
      });
      expect(tally((await recorded(own)).map(({ status }) => status))).toEqual({ 200: left + 1, 402: 2 });
    });
  });
}
