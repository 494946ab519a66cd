/**
 * Where a manufacturer code was assigned, by ISO 3780: the first character's region, the first two's country.
 */
export interface Origin {
  /** `""` if the code belongs to no assigned range. */
  readonly region: string;
  readonly country: string;
}

const ORDER = "ABCDEFGHJKLMNPRSTUVWXYZ1234567890";
const REGIONS: readonly [characters: string, region: string][] = [
  ["ABCDFG", "Africa"],
  ["HJKLMNPR", "Asia"],
  ["ESTUVWXYZ", "Europe"],
  ["12345", "North America"],
  ["67", "Oceania"],
  ["890", "South America"],
];

/** First character, range of the second, country. */
const COUNTRIES = `
A A-H South Africa;A J-K Cote d'Ivoire;A L-M Lesotho;A N-P Botswana;A R-S Namibia;A T-U Madagascar;A V-W Mauritius;
A X-Y Tunisia;A Z-1 Cyprus;A 2-3 Zimbabwe;A 4-5 Mozambique;B A-B Angola;B C-C Ethiopia;B F-G Kenya;B H-H Rwanda;
B L-L Nigeria;B R-R Algeria;B U-U Uganda;B 3-4 Libya;C A-B Egypt;C F-G Morocco;C L-M Zambia;D A-E Egypt;
E A-0 Russia;H A-0 China;J A-0 Japan;K F-H Israel;K L-R South Korea;K S-T Jordan;L A-0 China;M A-E India;M F-K Indonesia;M L-R Thailand;M S-S Myanmar;
M U-U Mongolia;M X-X Kazakhstan;M Y-0 India;N A-E Iran;N F-G Pakistan;N J-J Iraq;N L-R Turkey;N S-T Uzbekistan;
N V-V Azerbaijan;N X-X Tajikistan;N Y-Y Armenia;N 1-5 Iran;N 7-8 Turkey;P A-C Philippines;P F-G Singapore;
P L-R Malaysia;P S-T Bangladesh;P V-V Cambodia;P 5-0 India;R A-B United Arab Emirates;R F-K Taiwan;R L-N Vietnam;
R P-P Laos;R S-T Saudi Arabia;R 1-7 Hong Kong;S A-M United Kingdom;S N-T Germany;S U-Z Poland;S 1-2 Latvia;
S 3-3 Georgia;S 4-4 Iceland;T A-H Switzerland;T J-P Czech Republic;T R-V Hungary;T W-2 Portugal;T 3-5 Serbia;
T 6-6 Andorra;T 7-8 Netherlands;U A-C Spain;U H-M Denmark;U N-R Ireland;U U-Z Romania;U 1-2 North Macedonia;
U 5-7 Slovakia;U 8-0 Bosnia and Herzegovina;V A-E Austria;V F-R France;V S-W Spain;V X-2 France;V 3-5 Croatia;
V 6-8 Estonia;W A-0 Germany;X A-C Bulgaria;X D-E Russia;X F-H Greece;X J-K Russia;X L-R Netherlands;X S-W Russia;
X X-Y Luxembourg;X Z-0 Russia;Y A-E Belgium;Y F-K Finland;Y N-N Malta;Y S-W Sweden;Y X-2 Norway;Y 3-5 Belarus;
Y 6-8 Ukraine;Z A-U Italy;Z X-Z Slovenia;Z 3-5 Lithuania;Z 6-6 Russia;1 A-0 United States;2 A-5 Canada;
3 A-X Mexico;3 4-4 Nicaragua;3 5-5 Dominican Republic;3 6-6 Honduras;3 7-7 Panama;3 8-9 Puerto Rico;
4 A-0 United States;5 A-0 United States;6 A-X Australia;6 Y-1 New Zealand;7 A-E New Zealand;7 F-0 United States;
8 A-E Argentina;8 F-G Chile;8 L-N Ecuador;8 S-T Peru;8 X-Z Venezuela;8 2-2 Bolivia;8 4-4 Costa Rica;
9 A-E Brazil;9 F-G Colombia;9 S-V Uruguay;9 3-0 Brazil`;

const countryOf = new Map<string, string>();
for (const line of COUNTRIES.replaceAll("\n", "").split(";")) {
  const [first, range, ...name] = line.trim().split(" ");
  const from = ORDER.indexOf(range!.charAt(0));
  const to = ORDER.indexOf(range!.charAt(2));
  for (let i = from; i <= to; i++) countryOf.set(first! + ORDER.charAt(i), name.join(" "));
}

/** The same in words, such as `China, Asia`; `""` if the first two characters belong to no country. */
export function originInWords(vin: string): string {
  const { region, country } = originOf(vin);
  return country === "" ? "" : `${country}, ${region}`;
}

/** Region and country of a manufacturer code or a VIN, by its first two characters. */
export function originOf(vin: string): Origin {
  const region = REGIONS.find(([characters]) => characters.includes(vin.charAt(0) || "?"))?.[1] ?? "";
  return { region, country: countryOf.get(vin.slice(0, 2)) ?? "" };
}
