import type { RecordFamily } from "../../families/record-family.ts";
import { reasonColumn } from "../columns/column-map.ts";
import { yearForm } from "../columns/forms.ts";
import type { MappedColumn } from "../columns/mapped-column.ts";
import type { Mapping } from "../columns/mapping.ts";
import { rowShape, targetOf } from "../columns/row-shape.ts";
import { documentedColumns } from "../columns/template.ts";

const umlauts: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/** A name in plain letters and digits. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => umlauts[letter]!)
    .normalize("NFD")
    .replace(/[^a-z0-9]/g, "");

const words = (text: string): readonly string[] => text.split(" ");

/** What files call a column, by the last part of its documented name; all in plain letters. */
const usualNames: Readonly<Record<string, readonly string[]>> = {
  vin: words(
    "vinnumber vinno vehiclevin vehicleidentificationnumber chassis chassisnumber framenumber fin fahrgestellnummer fahrzeugidentnummer fahrzeugidentifizierungsnummer fahrgestellnr",
  ),
  year: words("modelyear yr vehicleyear yeartxt jahr baujahr modelljahr erstzulassung ez erstzul"),
  make: words("makename brand vehiclemake manufacturer maketxt marke hersteller fabrikat"),
  model: words("modelname vehiclemodel modeltxt modell"),
  trim: words("trimlevel series version ausstattung ausstattungslinie"),
  license: words(
    "plate platenumber licenseplate licenseplatenumber licenceplate tag registration kennzeichen",
  ),
  state: words("st platestate licensestate registrationstate jurisdiction bundesland"),
  lienholder: words(
    "bank lender lienholdername creditor financecompany securedparty holder pfandglaeubiger glaeubiger",
  ),
  filed_at: words("filed fileddate filedon filingdate datefiled liendate recorded eingetragen eingetragenam"),
  released_at: words("released releasedate releasedon datereleased satisfied geloescht geloeschtam"),
  status: words("lienstatus"),
  as_of: words("asofdate effective effectivedate dataasof stand standvom"),
  campaign: words("campno campaignnumber campaignid nhtsacampaignnumber nhtsaid recallnumber"),
  sold_for: words(
    "price saleprice soldprice amount salesprice preis verkaufspreis kaufpreis preisbrutto bruttopreis",
  ),
  at: words("date saledate solddate dateofsale verkauftam verkaufsdatum datum"),
  post_date: words("posted postdate listed listdate inseriertam eingestelltam"),
  odometer_mi: words("odometer mileage miles"),
  odometer_km: words("kilometerstand kmstand laufleistung kilometer km kilometers kilometres tachostand"),
  Odometer: words("mileage miles odometermiles kilometerstand laufleistung"),
  currency: words("waehrung currencycode"),
  exterior_color: words("farbe aussenfarbe color colour exteriorcolour extcolor"),
  interior_color: words("innenfarbe interiorcolour intcolor"),
  transmission: words("getriebe getriebeart gearbox"),
  fuel: words("kraftstoff kraftstoffart treibstoff fueltype"),
  drivetrain: words("antrieb antriebsart drive drivetype"),
  engine: words("motor enginedescription"),
  cylinders: words("zylinder"),
  doors: words("tueren anzahltueren"),
  description: words("beschreibung bemerkung comments"),
  dealer_name: words("haendler autohaus dealer dealership"),
  listing_id: words("inseratsnummer angebotsnummer stocknumber stockno stock fahrzeugnummer"),
  city: words("ort stadt"),
  zip_code: words("plz postleitzahl zip zipcode postalcode"),
  country: words("land"),
  "Auction Date": words("saledate date solddate auctiondate auktionsdatum"),
  date: words("inspectiondate testdate dateofinspection dateoftest pruefdatum untersuchungsdatum"),
  result: words("testresult inspectionresult outcome ergebnis pruefergebnis"),
  station: words("teststation inspectionstation pruefstelle"),
  note: words("notes remark remarks bemerkung hinweise"),
  number: words("inspectionnumber testnumber certificate certificatenumber berichtsnummer"),
  "lot-number": words("lot lotno lotnumber stockno losnummer"),
};

/** Heads whose texts are dates of which only the year is read. */
const firstRegistrations = new Set(words("erstzulassung ez erstzul"));

const lastName = (name: string): string => name.split(".").at(-1) ?? "";

/** A mapping by what columns are usually called; undefined if no column is. No documented column is chosen twice. */
export function usualMapping(family: RecordFamily, header: readonly string[]): Mapping | undefined {
  const documented = documentedColumns(family).map(({ name }) => name);
  const chosen = new Map<string, MappedColumn>();
  const found = new Set<string>();
  const take = (head: string, as: string | undefined): void => {
    if (as === undefined || chosen.has(as) || found.has(head)) return;
    found.add(head);
    const isYear = as === "year" && firstRegistrations.has(plain(head));
    chosen.set(as, { from: head, ...(isYear && { form: yearForm }) });
  };
  const heads = header.filter((head) => head !== "" && head !== reasonColumn);
  // A column's own name comes before a usual one, wherever it is.
  for (const head of heads) take(head, namedLike(family, head, documented));
  for (const head of heads) take(head, usuallyNamed(head, documented));
  return chosen.size === 0 ? undefined : { columns: Object.fromEntries(chosen), ignore: [] };
}

/** The documented column that has a file's name. */
function namedLike(family: RecordFamily, head: string, documented: readonly string[]): string | undefined {
  const shape = rowShape(family);
  if (documented.includes(head) || (!shape.open && targetOf(shape, head))) return head;
  const text = plain(head);
  const same = documented.find((name) => plain(name) === text);
  if (same !== undefined) return same;
  const last = documented.filter((name) => plain(lastName(name)) === text);
  return last.length === 1 ? last[0] : undefined;
}

/** The documented column that files usually call so; undefined if several are. */
function usuallyNamed(head: string, documented: readonly string[]): string | undefined {
  const text = plain(head);
  const found = documented.filter((name) => usualNames[lastName(name)]?.includes(text));
  return found.length === 1 ? found[0] : undefined;
}
