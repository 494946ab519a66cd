import { israeliPlates } from "../../../families/apis/registers.ts";
import type { PlateRow } from "../../../families/record-family.ts";
import type { Source } from "../source.ts";
import { registerRows } from "./register-table.ts";
import { day, figure, frameOf, known, withoutMake } from "./register-values.ts";

const required = ["mispar_rechev", "tozeret_nm", "kinuy_mishari", "shnat_yitzur"] as const;
const optional = [
  ..."degem_nm ramat_gimur degem_manoa mivchan_acharon_dt tokef_dt misgeret tzeva_rechev".split(" "),
  ..."sug_delek_nm moed_aliya_lakvish".split(" "),
];

/** The Israeli register of private and commercial vehicles, CSV with `|` between the values. */
export const israelSource: Source = {
  name: "israel",
  dataset: "israel-mot",
  title: "Ministry of Transport: plates of Israel",
  address:
    "https://data.gov.il/dataset/7a338622-63bb-4cfd-b3f7-0d2e8cf71033/resource/053cea08-09bc-40ec-8f7a-156f0677aff3/download/053cea08-09bc-40ec-8f7a-156f0677aff3.csv",
  size: "875 MB, 4.2 million vehicles",
  cadence: "daily",
  licence: "data.gov.il's terms of use",
  origin: "Israel, Ministry of Transport and Road Safety",
  family: israeliPlates,
  encoding: "windows-1255",
  members: /\.csv$/i,
  rows: (utf8) =>
    registerRows(utf8, { title: "the Israeli register of vehicles", required, optional }, (read) => {
      const make = read("tozeret_nm");
      const { vin, chassis_number } = frameOf(read("misgeret"));
      const row: PlateRow = {
        license: read("mispar_rechev"),
        state: "ISR",
        vin,
        record: {
          year: "",
          make,
          model: withoutMake(read("kinuy_mishari"), make),
          trim: read("ramat_gimur"),
          body_type: "",
          registration: {
            production_year: figure(read("shnat_yitzur")),
            first_admission: day(read("moed_aliya_lakvish")),
            inspection_expires: day(read("tokef_dt")),
            last_inspection: day(read("mivchan_acharon_dt")),
            fuel: known(read("sug_delek_nm")),
            engine_code: known(read("degem_manoa")),
            model_code: known(read("degem_nm")),
            color: known(read("tzeva_rechev")),
            chassis_number,
          },
        },
      };
      return [row];
    }),
};
