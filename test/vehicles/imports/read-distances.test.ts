import { expect, test } from "bun:test";
import { readColumn } from "./read-columns.ts";

/** Columns of the odometer in miles, or kilometers, as people's files have them. */
test.each<["odometer_mi" | "odometer_km", readonly string[], unknown]>([
  // In miles.
  ["odometer_mi", ["62,574 mi", "1,234 miles", "9 Miles"], ["62,574", "1,234", "9"]],
  ["odometer_mi", ["62574mi", "62574MI.", "62574 mls"], ["62,574", "62,574", "62,574"]],
  [
    "odometer_mi",
    ["62,574 mi (ACTUAL)", "51,200 (not actual)", "51,200 actual"],
    ["62,574", "51,200", "51,200"],
  ],
  ["odometer_mi", ["62,574 miles (exempt)", "exempt", "TMU", "N/A"], ["62,574", "refused", "", ""]],
  ["odometer_mi", ["62,574 km", "100 km"], ["38,882", "62"]],
  ["odometer_mi", ["62.574", "1.234", "850"], ["62,574", "1,234", "850"]],
  ["odometer_mi", ["62574.0", "1234.5"], ["62,574", "1,234.5"]],
  ["odometer_mi", ["62k", "62.5k mi", "1.2 k miles"], ["62,000", "62,500", "1,200"]],
  ["odometer_mi", ["62,5k", "9k"], ["62,500", "9,000"]],
  ["odometer_mi", ["000123", "0", "00"], ["123", "0", "0"]],
  [
    "odometer_mi",
    ["999,999", "9,999,999", "10,000,000", "12345678"],
    ["999,999", "9,999,999", "refused", "refused"],
  ],
  [
    "odometer_mi",
    ["-1", "12-34", "62,574+", ">100,000", "5"],
    ["refused", "refused", "refused", "refused", "5"],
  ],
  ["odometer_mi", ["60.000 Meilen", "12.000 millas", "9.000 miglia"], ["60,000", "12,000", "9,000"]],
  [
    "odometer_mi",
    ["$500", "12 km/h", "30 mpg", "12 hrs", "5"],
    ["refused", "refused", "refused", "refused", "5"],
  ],
  ["odometer_mi", ["12.500 mil", "5"], ["refused", "5"]],
  ["odometer_mi", ["12,500 m", "5 nm", "5"], ["refused", "refused", "5"]],
  ["odometer_mi", ["62 574", "1\u202f234"], ["62,574", "1,234"]],
  ["odometer_mi", ["62'574", "999"], ["62,574", "999"]],
  ["odometer_mi", ["1,23,456", "12,345"], ["123,456", "12,345"]],
  ["odometer_mi", ["98,000 mi.", "1,23,456 mi.", "7,500 mi"], ["98,000", "123,456", "7,500"]],
  ["odometer_mi", ["62,574", "62.574"], expect.stringContaining("written in two ways")],
  // In kilometers.
  ["odometer_km", ["97.303 km", "120.000 km"], ["97,303", "120,000"]],
  ["odometer_km", ["97 303 km", "1 200 000 km"], ["97,303", "1,200,000"]],
  ["odometer_km", ["97'303 km", "97’303km"], ["97,303", "97,303"]],
  ["odometer_km", ["97.303Km", "97.303 KM.", "97.303 kms"], ["97,303", "97,303", "97,303"]],
  ["odometer_km", ["97,303㎞", "１２,０００ｋｍ"], ["97,303", "12,000"]],
  ["odometer_km", ["9.7万公里", "12万km", "8.5 万公里"], ["97,000", "120,000", "85,000"]],
  ["odometer_km", ["97303公里", "97,303キロ", "97,303킬로미터"], ["97,303", "97,303", "97,303"]],
  ["odometer_km", ["97 303 км", "120 тыс. км", "85 тыс км"], ["97,303", "120,000", "85,000"]],
  [
    "odometer_km",
    ["ca. 120 tkm", "85,5 Tkm", "90 TKM", "100 Tsd. km"],
    ["120,000", "85,500", "90,000", "100,000"],
  ],
  ["odometer_km", ["120 mil km", "9 km"], ["120,000", "9"]],
  [
    "odometer_km",
    ["~97.000 km", "ca 97.000", "circa 97.000 km", "env. 97.000 km"],
    ["97,000", "97,000", "97,000", "97,000"],
  ],
  ["odometer_km", ["1 250 mil", "5"], ["refused", "5"]],
  ["odometer_km", ["62,574 mi", "100 miles"], ["100,703", "161"]],
  [
    "odometer_km",
    ["97.303 kilómetros", "97.303 quilômetros", "97.303 Kilometer", "97.303 chilometri"],
    ["97,303", "97,303", "97,303", "97,303"],
  ],
  ["odometer_km", ["97,303.5", "12.25", "1,234"], ["97,303.5", "refused", "1,234"]],
  ["odometer_km", ["97.303,0 km", "1.234,5"], ["97,303", "1,234.5"]],
  ["odometer_km", ["٩٧٬٣٠٣ كم", "۹۷٬۳۰۳ km"], ["97,303", "97,303"]],
  ["odometer_km", ["97.303 km / Benzin", "97.303 km abgelesen", "5"], ["refused", "refused", "5"]],
  ["odometer_km", ["1.998", "2.967"], ["1,998", "2,967"]],
  ["odometer_km", ["97.303\u00a0km", "97.303\tkm", " 97.303  km "], ["97,303", "97,303", "97,303"]],
  ["odometer_km", ["unbekannt", "k. A.", "-", "???", "0 km"], ["", "", "", "refused", "0"]],
])("%s %p", (column, texts, read) => expect(readColumn(column, texts)).toEqual(read as never));
