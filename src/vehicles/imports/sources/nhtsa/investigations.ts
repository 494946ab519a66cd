import { investigations } from "../../../families/apis/known-problems.ts";
import { textOf } from "../../input/utf8.ts";
import type { Source } from "../source.ts";
import { dayOf, type FlatFile, flatFileRows } from "./flat-file.ts";

type Column = "manufacturer" | "opened" | "closed" | "campaign" | "subject" | "summary";

/** The columns that NHTSA lists in INV.txt; the last came in 2008. */
const flatInvestigations: FlatFile<Column> = {
  title: "NHTSA's flat file of investigations",
  subject: "investigation",
  at: {
    number: 0,
    make: 1,
    model: 2,
    year: 3,
    component: 4,
    manufacturer: 5,
    opened: 6,
    closed: 7,
    campaign: 8,
    subject: 9,
    summary: 10,
  },
  columnsMin: 10,
  columnsMax: 20,
  noName: "investigations without a make or model",
  noYear: "investigations without a model year",
  scattered: "rows of an investigation that is listed before",
  rowOf: (cell) => ({
    names: [cell("number")],
    record: {
      subject: cell("subject"),
      component: "",
      manufacturer: cell("manufacturer"),
      summary: cell("summary"),
      opened: dayOf(cell("opened")),
      closed: dayOf(cell("closed")),
      campaign: cell("campaign"),
    },
  }),
};

/** NHTSA's flat file of investigations, since 1972. */
export const investigationsSource: Source = {
  name: "investigations",
  dataset: "nhtsa-investigations",
  title: "NHTSA investigations of defects",
  address: "https://static.nhtsa.gov/odi/ffdd/inv/FLAT_INV.zip",
  size: "4 MB packed, 43 MB unpacked",
  cadence: "daily",
  licence: "US government work, public domain",
  origin: "NHTSA, Office of Defects Investigation",
  family: investigations,
  members: /\.txt$/i,
  rows: (utf8) => flatFileRows(textOf(utf8), flatInvestigations),
};
