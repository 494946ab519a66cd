// Files in the form of the three authorities: their headers, order and spellings, with rows made up for the tests.

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

const canadian = [
  "RECALL_NUMBER_NUM",
  "YEAR",
  "MANUFACTURER_RECALL_NO_TXT",
  "CATEGORY_ETXT",
  "CATEGORY_FTXT",
  "MAKE_NAME_NM",
  "MODEL_NAME_NM",
  "UNIT_AFFECTED_NBR",
  "SYSTEM_TYPE_ETXT",
  "SYSTEM_TYPE_FTXT",
  "NOTIFICATION_TYPE_ETXT",
  "NOTIFICATION_TYPE_FTXT",
  "COMMENT_ETXT",
  "COMMENT_FTXT",
  "RECALL_DATE_DTE",
  "LAST_UPDATE_DATE",
  "MANUFACTURER_NAME_NM",
] as const;

export interface CanadianRow {
  readonly number?: string;
  readonly year?: string;
  readonly category?: string;
  readonly make?: string;
  readonly model?: string;
  readonly system?: string;
  readonly comment?: string;
}

export const canadianComment =
  "Issue: \nOn certain vehicles, the fuel pump may fail. \n\nSafety Risk: \nThe engine could stall. \n\nCorrective Actions: \nHonda will replace the pump.";

/** Transport Canada's `vrdb_full_monthly.csv`. */
export function canadianFile(rows: readonly CanadianRow[], width: number = canadian.length): string {
  const line = ({
    number = "2014299",
    year = "2003",
    category = "Car",
    make = "HONDA",
    model = "ACCORD",
    system = "Fuel Supply",
    comment = canadianComment,
  }: CanadianRow) =>
    [
      quoted(number),
      year,
      quoted("CA14"),
      quoted(category),
      quoted("Voiture"),
      quoted(make),
      quoted(model),
      quoted("40,915.00"),
      quoted(system),
      quoted("Alimentation"),
      quoted("Safety Mfr"),
      quoted("Sécurité - fabricant"),
      quoted(comment),
      quoted("Problème :"),
      quoted("2014-07-16"),
      quoted("2023-01-09"),
      quoted("HONDA CANADA"),
    ]
      .slice(0, width)
      .join(",");
  return [canadian.slice(0, width).map(quoted).join(","), ...rows.map(line), ""].join("\n");
}

const british =
  "Launch Date,Recalls Number,Make,Recalls Model Information,Concern,Defect,Remedy,Vehicle Numbers,Manufacturer Ref,Model,VIN Start,VIN End,Build Start,Build End";

export interface BritishRow {
  readonly number?: string;
  readonly make?: string;
  readonly model?: string;
  /** VIN Start, VIN End, Build Start and Build End. */
  readonly range?: readonly [string, string, string, string];
}

/** DVSA's `RecallsFile.csv`. */
export function britishFile(rows: readonly BritishRow[]): string {
  const line = ({
    number = "R/2005/045",
    make = "HONDA",
    model = "ACCORD",
    range = ["", "", "", ""],
  }: BritishRow) =>
    [
      "24/05/2005",
      number,
      make,
      "Accord 2.4  saloon",
      "ENGINE MAY STALL",
      "The fuel pump may fail.",
      "Replace the pump.",
      "1234",
      "3R2",
      model,
      ...range,
    ].join(",");
  return [british, ...rows.map(line), ""].join("\r\n");
}

export interface EuropeanAlert {
  readonly number?: string;
  readonly category?: string;
  readonly product?: string;
  readonly brand?: string;
  readonly name?: string;
  readonly production?: string;
  readonly measures?: string;
}

/** A weekly report of Safety Gate. */
export function europeanReport(day: string, alerts: readonly EuropeanAlert[]): string {
  const notification = ({
    number = "A12/00188/05",
    category = "Motor vehicles",
    product = "Passenger car",
    brand = "Honda",
    name = "Accord, CR-V",
    production = "08.12.2001 - 26.7.20038.12.2002 - 21.08.2003",
    measures = "Recall of the product from end users (By: Manufacturer)",
  }: EuropeanAlert) => `
  <notifications xsi:type="webReportXmlWeeklyReportDetailMotorVehicleContentDto">
    <order>1</order>
    <caseNumber>${number}</caseNumber>
    <reference><![CDATA[https://ec.europa.eu/safety-gate-alerts/screen/webReport/alertDetail/10001]]></reference>
    <category><![CDATA[${category}]]></category>
    <product><![CDATA[${product}]]></product>
    <brand><![CDATA[${brand}]]></brand>
    <name><![CDATA[${name}]]></name>
    <type_numberOfModel><![CDATA[e1*2001/116*0180*]]></type_numberOfModel>
    <productionDates><![CDATA[${production}]]></productionDates>
    <companyRecallCode>3R2</companyRecallCode>
    <riskType><![CDATA[Injuries]]></riskType>
    <danger><![CDATA[null The fuel pump may fail &amp; the engine may stall.]]></danger>
    <description><![CDATA[Unknown]]></description>
    <measures><![CDATA[${measures}]]></measures>
    <notifyingCountry><![CDATA[Germany]]></notifyingCountry>
    <level><![CDATA[Serious risk]]></level>
  </notifications>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Safety-Gate xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <report_date>${day}</report_date>
  <report_year>${day.slice(6)}</report_year>${alerts.map(notification).join("")}
</Safety-Gate>
`;
}
