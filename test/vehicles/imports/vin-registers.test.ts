import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { dmrSource } from "../../../src/vehicles/imports/sources/registers/dmr.ts";
import { israelSource } from "../../../src/vehicles/imports/sources/registers/israel.ts";
import { kinds } from "../../harness.ts";
import { dmrEnd, dmrHead, dmrVehicle, israelFile } from "./register-files.ts";
import { startRegisters } from "./registers.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`registers with VINs on ${kind.dialect}`, () => {
    let registers: Awaited<ReturnType<typeof startRegisters>>;
    const load: typeof registers.load = (source, text) => registers.load(source, text);
    const answered = (path: string) => registers.answered(path);
    beforeAll(async () => {
      registers = await startRegisters(kind);
    });
    afterAll(() => registers.service.end());

    test("Danish plates in use have their VIN", async () => {
      const xml = [
        dmrHead,
        dmrVehicle({
          RegistreringNummerNummer: "AB12345",
          KoeretoejOplysningStelNummer: "YV1ZWA8VDJ1234567",
          KoeretoejOplysningModelAar: "2018",
          KoeretoejMaerkeTypeNavn: "VOLVO &amp; Søn",
          fuels: "Benzin/El",
          equipment: "4000",
        }),
        dmrVehicle({ RegistreringNummerNummer: "AB12345" }),
        dmrVehicle({ RegistreringNummerNummer: "ÆB12346", KoeretoejOplysningStelNummer: "WAUZZZ4F38N0696" }),
        dmrVehicle({ RegistreringNummerNummer: "AB12347", KoeretoejRegistreringStatus: "Afmeldt" }),
        dmrVehicle({}),
        dmrEnd,
      ].join("");
      const { rows, rows_rejected, passed_over } = await load(dmrSource, xml);
      expect([rows, rows_rejected, passed_over]).toEqual([
        2,
        0,
        {
          "rows of a plate that is listed before": 1,
          "vehicles that are not registered now": 1,
          "vehicles without a plate": 1,
        },
      ]);
      const registration = {
        kind: "Personbil",
        first_admission: "2018-03-01",
        last_inspection: "2026-02-20",
        mass_kg: 1724,
        gross_mass_kg: 2260,
        displacement_cc: 1969,
        cylinders: 4,
        power_kw: 140,
        fuel: "Diesel",
        doors: 4,
        seats: 5,
        color: "Blå",
        type_approval: "e9*2007/46*6300",
      };
      const named = { model: "V60", trim: "2,0 D4", body_type: "Stationcar" };
      expect(await answered("/license-decoder/AB%2012%20345/DK")).toEqual([
        200,
        "dmr 2026-11",
        {
          intro: { license: "AB12345", state: "DNK" },
          vin: "YV1ZWA8VDJ1234567",
          year: "2018",
          make: "VOLVO & Søn",
          ...named,
          registration: { ...registration, fuel: "Benzin/El" },
        },
      ]);
      expect(await answered(`/license-decoder/${encodeURIComponent("æb12346")}/DNK`)).toEqual([
        200,
        "dmr 2026-11",
        {
          intro: { license: "ÆB12346", state: "DNK" },
          vin: "",
          year: "",
          make: "VOLVO",
          ...named,
          registration: { ...registration, chassis_number: "WAUZZZ4F38N0696" },
        },
      ]);
      const { added, removed, changed } = (await load(dmrSource, xml)).changes;
      expect([added, removed, changed]).toEqual([0, 0, 0]);
      await expect(load(dmrSource, "<a><b/></a>")).rejects.toThrow("it has no element Statistik");
    });

    test("Israeli plates are read in Windows-1255, with and without zeros before them", async () => {
      const file = israelFile(
        {
          mispar_rechev: "04910766",
          tozeret_nm: "קיה קוריאה",
          degem_nm: "BB3A",
          ramat_gimur: "LX",
          shnat_yitzur: "2015",
          degem_manoa: "G4LA",
          mivchan_acharon_dt: "2026-01-27",
          tokef_dt: "2027-01-29",
          baalut: "פרטי",
          misgeret: "KNA*B2512AFT*123456",
          tzeva_rechev: "לבן",
          sug_delek_nm: "בנזין",
          moed_aliya_lakvish: "2015-1",
          kinuy_mishari: "PICANTO",
        },
        {
          mispar_rechev: "87654321",
          tozeret_nm: "מאזדה יפן",
          shnat_yitzur: "2019",
          kinuy_mishari: "MAZDA 3",
        },
      );
      expect((await load(israelSource, file)).rows).toBe(2);
      const kia = {
        intro: { license: "4910766", state: "ISR" },
        vin: "KNAB2512AFT123456",
        year: "",
        make: "קיה קוריאה",
        model: "PICANTO",
        trim: "LX",
        body_type: "",
        registration: {
          production_year: 2015,
          first_admission: "2015-01",
          inspection_expires: "2027-01-29",
          last_inspection: "2026-01-27",
          fuel: "בנזין",
          engine_code: "G4LA",
          model_code: "BB3A",
          color: "לבן",
        },
      };
      for (const plate of ["49-107-66", "04910766"])
        expect(await answered(`/license-decoder/${plate}/ISR`)).toEqual([200, "israel-mot 2026-11", kia]);
      expect(await answered("/license-decoder/87654321/ISR")).toEqual([
        200,
        "israel-mot 2026-11",
        {
          intro: { license: "87654321", state: "ISR" },
          vin: "",
          year: "",
          make: "מאזדה יפן",
          model: "MAZDA 3",
          trim: "",
          body_type: "",
          registration: { production_year: 2019 },
        },
      ]);
    });
  });
}
