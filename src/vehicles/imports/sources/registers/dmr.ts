import { danishPlates } from "../../../families/apis/registers.ts";
import type { PlateRow } from "../../../families/record-family.ts";
import { readXmlElements, type XmlElement } from "../../readers/xml-records.ts";
import type { Source } from "../source.ts";
import { day, figure, frameOf, known } from "./register-values.ts";

const unregistered = "vehicles that are not registered now";
const withoutPlate = "vehicles without a plate";

/** The Danish register's extract for statistics: one XML document with an element for each vehicle. */
export const dmrSource: Source = {
  name: "dmr",
  dataset: "dmr",
  title: "DMR: plates of Denmark",
  size: "5 GB packed, 128 GB unpacked",
  cadence: "weekly",
  licence: "the terms of the Danish motor register",
  origin: "Motorstyrelsen, Digitalt Motorregister: ESStatistikListeModtag.xml on its FTP server",
  family: danishPlates,
  // A leased vehicle has an element for each lease.
  repeats: "rows of a plate that is listed before",
  members: /\.xml$/i,
  async *rows(utf8) {
    let read = 0;
    // Lists of equipment are half of the document.
    for await (const vehicles of readXmlElements(utf8, "Statistik", "KoeretoejUdstyrSamlingStruktur")) {
      const passedOver: Record<string, number> = {};
      const rows: PlateRow[] = [];
      // The number of the element: lines of XML mean nothing.
      const numbers: number[] = [];
      for (const vehicle of vehicles) {
        read += 1;
        const made = plateOf(vehicle);
        if (typeof made === "string") passedOver[made] = (passedOver[made] ?? 0) + 1;
        else {
          rows.push(made);
          numbers.push(read);
        }
      }
      yield { rows, lineOf: (index) => numbers[index]!, passedOver };
    }
  },
};

/** The register's words for an unknown color. */
const unknown = /^Ukendt$/i;

function plateOf(vehicle: XmlElement): PlateRow | string {
  if (vehicle.text("KoeretoejRegistreringStatus") !== "Registreret") return unregistered;
  const license = vehicle.text("RegistreringNummerNummer");
  if (license === "") return withoutPlate;
  const { vin, chassis_number } = frameOf(vehicle.text("KoeretoejOplysningStelNummer"));
  const year = vehicle.text("KoeretoejOplysningModelAar");
  return {
    license,
    state: "DNK",
    vin,
    record: {
      year: /^(19|20)\d\d$/.test(year) ? year : "",
      make: vehicle.text("KoeretoejMaerkeTypeNavn"),
      model: vehicle.text("KoeretoejModelTypeNavn"),
      trim: vehicle.text("KoeretoejVariantTypeNavn"),
      body_type: vehicle.text("KarrosseriTypeNavn"),
      registration: {
        kind: known(vehicle.text("KoeretoejArtNavn")),
        first_admission: day(vehicle.text("KoeretoejOplysningFoersteRegistreringDato")),
        last_inspection: day(vehicle.text("SynResultatSynsDato")),
        mass_kg: figure(vehicle.text("KoeretoejOplysningKoereklarVaegtMinimum")),
        unladen_mass_kg: figure(vehicle.text("KoeretoejOplysningEgenVaegt")),
        gross_mass_kg: figure(vehicle.text("KoeretoejOplysningTotalVaegt")),
        displacement_cc: figure(vehicle.text("KoeretoejMotorSlagVolumen")),
        cylinders: figure(vehicle.text("KoeretoejMotorCylinderAntal")),
        power_kw: figure(vehicle.text("KoeretoejMotorStoersteEffekt")),
        fuel: known(vehicle.texts("DrivkraftTypeNavn").join("/")),
        doors: figure(vehicle.text("KoeretoejOplysningAntalDoere")),
        seats: figure(vehicle.text("KoeretoejOplysningSiddepladserMaksimum")),
        color: known(vehicle.text("FarveTypeNavn"), unknown),
        type_approval: known(vehicle.text("KoeretoejOplysningTypeGodkendelseNummer")),
        chassis_number,
      },
    },
  };
}
