import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { plateRecords } from "../../../src/vehicles/families/apis/plates.ts";
import { recordsSource } from "../../../src/vehicles/imports/sources/own-records.ts";
import { dmrSource } from "../../../src/vehicles/imports/sources/registers/dmr.ts";
import { israelSource } from "../../../src/vehicles/imports/sources/registers/israel.ts";
import { rdwFuelSource, rdwSource } from "../../../src/vehicles/imports/sources/registers/rdw.ts";
import { kinds } from "../../harness.ts";
import { importText } from "./importing.ts";
import { dmrEnd, dmrHead, dmrVehicle, israelFile, rdwHeader, rdwRow } from "./register-files.ts";
import { startRegisters } from "./registers.ts";

const ownSource = recordsSource(plateRecords, { yearMax: 2028 });
const ownHeader = "license,state,vin,year,make,model,trim,body_type\n";
const judged = {
  odometer_judgment: "logical",
  odometer_judgment_as_listed: "Logisch",
  odometer_judgment_code: "00",
  odometer_last_year: 2025,
};
const accord = "1HGCM82633A004352";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`registers of plates on ${kind.dialect}`, () => {
    let registers: Awaited<ReturnType<typeof startRegisters>>;
    const load: typeof registers.load = (source, text) => registers.load(source, text);
    const answered = (path: string) => registers.answered(path);
    beforeAll(async () => {
      registers = await startRegisters(kind);
    });
    afterAll(() => registers.service.end());

    test("a Dutch plate is answered without a VIN", async () => {
      const { rows, rows_rejected } = await load(
        rdwSource,
        rdwHeader +
          rdwRow({ Kenteken: "AB123C" }) +
          rdwRow({
            Kenteken: "00XX01",
            Merk: "PEUGEOT",
            Handelsbenaming: "3*RFN*",
            Inrichting: "Niet geregistreerd",
            "Vervaldatum APK": "",
            "Aantal zitplaatsen": "",
            "Eerste kleur": "N.v.t.",
            "Aantal cilinders": "",
            Cilinderinhoud: "",
            Catalogusprijs: "",
            "Openstaande terugroepactie indicator": "Ja",
            "Export indicator": "Ja",
          }),
      );
      expect([rows, rows_rejected]).toEqual([2, 0]);
      const volvo = {
        intro: { license: "AB123C", state: "NLD" },
        vin: "",
        year: "",
        make: "VOLVO",
        model: "V60",
        trim: "",
        body_type: "stationwagen",
        registration: {
          kind: "Personenauto",
          category: "M1",
          first_admission: "2018-03-01",
          first_registration: "2018-03-05",
          inspection_expires: "2027-03-01",
          mass_kg: 1724,
          unladen_mass_kg: 1624,
          gross_mass_kg: 2260,
          towing_braked_kg: 2000,
          towing_unbraked_kg: 750,
          displacement_cc: 1969,
          cylinders: 4,
          doors: 4,
          seats: 5,
          color: "BLAUW",
          type_approval: "e9*2007/46*6300*00",
          type_variant: "ZWA8",
          type_version: "ZWA8VC0",
          list_price_eur: 52495,
          open_recall: false,
          exported: false,
          ...judged,
        },
      };
      for (const path of ["ab-123-c/nl", "AB123C/NLD", "AB%20123%20C/NL"])
        expect(await answered(`/license-decoder/${path}`)).toEqual([200, "rdw 2026-11", volvo]);
      expect(await answered("/license-decoder/00-XX-01/NL")).toEqual([
        200,
        "rdw 2026-11",
        {
          intro: { license: "00XX01", state: "NLD" },
          vin: "",
          year: "",
          make: "PEUGEOT",
          model: "3*RFN*",
          trim: "",
          body_type: "",
          registration: {
            kind: "Personenauto",
            category: "M1",
            first_admission: "2018-03-01",
            first_registration: "2018-03-05",
            mass_kg: 1724,
            unladen_mass_kg: 1624,
            gross_mass_kg: 2260,
            towing_braked_kg: 2000,
            towing_unbraked_kg: 750,
            doors: 4,
            type_approval: "e9*2007/46*6300*00",
            type_variant: "ZWA8",
            type_version: "ZWA8VC0",
            open_recall: true,
            exported: true,
            ...judged,
          },
        },
      ]);
    });

    test("RDW's table of fuels completes a plate", async () => {
      const text =
        "Kenteken,Brandstof volgnummer,Brandstof omschrijving,CO2 uitstoot gecombineerd,Nettomaximumvermogen,Emissie co2 gecombineerd wltp,Netto max vermogen elektrisch\n00XX01,2,Elektriciteit,0,0.00,,65.00\n00XX01,1,Benzine,44,104.50,31,\nZZ999Z,1,Diesel,120,80.00,,\n";
      const { rows, rows_rejected } = await load(rdwFuelSource, text);
      expect([rows, rows_rejected]).toEqual([3, 0]);
      const [status, source, data] = await answered("/license-decoder/00XX01/NL");
      const { make, registration } = data as { make: string; registration: Record<string, unknown> };
      expect([status, source, make]).toEqual([200, "rdw 2026-11, rdw-fuel 2026-11", "PEUGEOT"]);
      expect(registration).toEqual({
        kind: "Personenauto",
        category: "M1",
        first_admission: "2018-03-01",
        first_registration: "2018-03-05",
        mass_kg: 1724,
        unladen_mass_kg: 1624,
        gross_mass_kg: 2260,
        towing_braked_kg: 2000,
        towing_unbraked_kg: 750,
        doors: 4,
        type_approval: "e9*2007/46*6300*00",
        type_variant: "ZWA8",
        type_version: "ZWA8VC0",
        open_recall: true,
        exported: true,
        ...judged,
        fuel: "Benzine/Elektriciteit",
        power_kw: 104.5,
        electric_power_kw: 65,
        co2_g_km: 44,
        co2_wltp_g_km: 31,
      });
      // Without fuels, and without a vehicle.
      expect((await answered("/license-decoder/AB123C/NL"))[1]).toBe("rdw 2026-11");
      expect((await answered("/license-decoder/ZZ999Z/NL"))[0]).toBe(404);
    });

    test("a selection of columns from RDW's API is read too", async () => {
      const text =
        '"kenteken","voertuigsoort","merk","handelsbenaming","datum_eerste_toelating"\n"AB123C","Personenauto","VOLVO","V60","20180301"\n"AB124C"\n';
      const { rows, rejected } = await importText(registers.service.app.database, rdwSource, text, {
        version: "api",
        rejectLimit: { rows: 1 },
      });
      expect([rows, rejected]).toEqual([1, { "has 1 values, not 5": 1 }]);
      expect(await answered("/license-decoder/AB123C/NL")).toEqual([
        200,
        "rdw api",
        {
          intro: { license: "AB123C", state: "NLD" },
          vin: "",
          year: "",
          make: "VOLVO",
          model: "V60",
          trim: "",
          body_type: "",
          registration: { kind: "Personenauto", first_admission: "2018-03-01" },
        },
      ]);
      await expect(load(rdwSource, "a,b\n1,2\n")).rejects.toThrow(
        "this is not RDW's table of vehicles (Gekentekende voertuigen): it has no column kenteken",
      );
    });

    test("countries and the operator's own plates replace none of each other", async () => {
      await load(rdwSource, rdwHeader + rdwRow({ Kenteken: "AB123C" }) + rdwRow({ Kenteken: "AB124C" }));
      await load(dmrSource, dmrHead + dmrVehicle({ RegistreringNummerNummer: "AB12345" }) + dmrEnd);
      await load(israelSource, israelFile({ mispar_rechev: "4910766" }));
      const own = `${ownHeader}4910766,IL,${accord},2003,Honda,Accord,EX,Sedan\nAB123C,nl,${accord},2003,Honda,Accord,EX,Sedan\nX1,DEU,${accord},2003,Honda,Accord,EX,Sedan\n`;
      expect((await load(ownSource, own)).rows).toBe(3);
      const honda = (license: string, state: string) => ({
        intro: { license, state },
        vin: accord,
        year: "2003",
        make: "Honda",
        model: "Accord",
        trim: "EX",
        body_type: "Sedan",
      });
      // IL is Illinois, and the operator's own records are before a register's.
      expect(await answered("/license-decoder/4910766/IL")).toEqual([
        200,
        "own 2026-11",
        honda("4910766", "IL"),
      ]);
      expect(await answered("/license-decoder/AB123C/NL")).toEqual([
        200,
        "own 2026-11",
        honda("AB123C", "NLD"),
      ]);
      expect(await answered("/license-decoder/X1/deu")).toEqual([200, "own 2026-11", honda("X1", "DEU")]);
      expect((await answered("/license-decoder/4910766/ISR"))[1]).toBe("israel-mot 2026-11");
      expect((await answered("/license-decoder/AB12345/DK"))[1]).toBe("dmr 2026-11");
      expect((await answered("/license-decoder/AB124C/NL"))[1]).toBe("rdw 2026-11");
    });

    test("a plate that no register has costs nothing", async () => {
      const before = await registers.who.used();
      expect(await answered("/license-decoder/ZZ999Z/NL")).toEqual([
        404,
        null,
        "No record of the plate ZZ999Z of NLD here. This does not prove that the plate is not in use.",
      ]);
      expect((await answered("/license-decoder/AB123C/XX"))[0]).toBe(422);
      // Other lookups have plates of U.S. states alone.
      expect((await answered("/us-plate-decode/AB123C/NL"))[0]).toBe(422);
      expect(await registers.who.used()).toBe(before);
    });
  });
}
