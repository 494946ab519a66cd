import type { ReadyMapping } from "./ready-mapping.ts";

const vins = ["VIN", "VIN Number", "Vehicle VIN", "Vehicle Identification Number"];
const lienholders = [
  "Lienholder",
  "Lienholder Name",
  "Lien Holder",
  "ELT Lienholder",
  "First Lienholder",
  "Secured Party",
  "Secured Party Name",
];
const filed = ["Lien Date", "Date of Lien", "Filing Date", "Filed Date", "Date Filed", "Recorded Date"];
const names = {
  year: { from: ["Year", "Model Year", "Vehicle Year"] },
  make: { from: ["Make", "Vehicle Make"] },
  model: { from: ["Model", "Vehicle Model"] },
} as const;

/** Registers of titles, electronic liens and filings of secured parties, a lien in each row. */
export const lienRegister: ReadyMapping = {
  name: "lien-register",
  title: "Liens of a title register",
  family: "lien",
  needs: [vins, lienholders, filed],
  columns: {
    vin: { from: vins },
    ...names,
    "liens.1.lienholder": { from: lienholders },
    "liens.1.state": { from: ["Title State", "Lien State", "State", "Jurisdiction"] },
    "liens.1.filed_at": { from: filed },
    "liens.1.released_at": {
      from: ["Lien Release Date", "Release Date", "Date Released", "Satisfaction Date", "Released"],
    },
    "liens.1.status": { from: ["Lien Status", "Status"] },
    as_of: { from: ["As Of", "As Of Date", "Report Date", "Data As Of"] },
  },
  ignore: ["Title Number", "ELT Code", "ELT Lienholder ID", "Lienholder Address", "Owner Name"],
};

const plates = [
  "Plate",
  "Plate Number",
  "Plate No",
  "License Plate",
  "License Plate Number",
  "License",
  "Tag",
];
const states = ["State", "Plate State", "License State", "Registration State", "Jurisdiction"];

/** Registrations of a state. Names of owners are left out. */
export const statePlates: ReadyMapping = {
  name: "state-plates",
  title: "Plates of a state's register",
  family: "plate",
  needs: [plates, states, vins],
  columns: {
    license: { from: plates },
    state: { from: states },
    vin: { from: vins },
    ...names,
    trim: { from: ["Trim", "Series"] },
    body_type: { from: ["Body", "Body Type", "Body Style", "Vehicle Body Type"] },
  },
  ignore: [
    "Owner Name",
    "Owner",
    "Address",
    "City",
    "ZIP",
    "Title Number",
    "Plate Type",
    "Registration Class",
  ],
};
