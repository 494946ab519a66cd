/** The kind of vehicle; sizes, parts and damages depend on it. */
export type Segment =
  | "small"
  | "sedan"
  | "luxury"
  | "sport"
  | "crossover"
  | "suv"
  | "pickup"
  | "van"
  | "motorcycle";

/** A model line: make and model as vPIC spells them (empty: any), and its approximate price when new, 2020 dollars. */
export interface Line {
  readonly make: string;
  readonly model: string;
  /** Manufacturer codes to try, most usual first. */
  readonly wmis: readonly string[];
  readonly segment: Segment;
  readonly price: number;
  /** The last model year sold. Some patterns have no end. */
  readonly lastYear: number;
}

// Manufacturer codes as registered with NHTSA; models as its patterns name them. Prices are synthetic;
// `..2014` is the last model year that was sold new.
const table = `
ACURA: 19U 19V JH4 2HN 5J8 5FR
  TL luxury 37 ..2014; TLX luxury 38; Integra sedan 31; MDX crossover 46; RDX crossover 39
AUDI: WAU WA1 WUA
  A4 luxury 40; A6 luxury 56; Q5 crossover 44; Q7 suv 56
BMW: WBA WBS 5UX WB1 5YM
  330i luxury 42; 325i luxury 37 ..2006; 528i luxury 52 ..2016; X3 crossover 44; X5 suv 61; M3 sport 70
BUICK: 1G4 2G4 5GA KL4 LRB 4GL
  LeSabre sedan 28 ..2005; Regal sedan 28; Enclave crossover 41; Encore crossover 25 ..2022
CADILLAC: 1G6 1GY 3GY
  Deville luxury 45; CTS luxury 44; SRX crossover 42 ..2016; Escalade suv 78; XT5 crossover 45
CHEVROLET: 1G1 1GN 1GC 3GC 2GC 3GN 2GN KL1 2G1
  Malibu sedan 25 ..2025; Impala sedan 29 ..2020; Camaro sport 33 ..2024; Corvette sport 60; Cavalier small 17; Cruze small 20 ..2019; Tahoe suv 52; Suburban suv 55; Equinox crossover 27; Traverse crossover 33; Silverado pickup 36; Colorado pickup 29; Blazer crossover 32
CHRYSLER: 1C3 2C3 2C4 1A4 2A4 1C4 3C3
  300 sedan 33 ..2023; Town and Country van 32; PT Cruiser small 19; Sebring sedan 23; Pacifica van 37
DODGE: 1B3 2B3 1C3 2C3 1D4 1C4 2D4 2C4 1D7 1B7 3D7 1D3 1B4 2B4 1D8
  Charger sedan 33 ..2023; Challenger sport 35 ..2023; Durango suv 38; Grand Caravan van 27 ..2020; Journey crossover 25 ..2020; Dakota pickup 25 ..2011
FORD: 1FA 1FM 1FT 3FA 2FM 1ZV 2FA 3FM
  Mustang sport 31; F-150 pickup 38; F-250 pickup 44; Explorer suv 37; Escape crossover 27; Focus small 20; Taurus sedan 28; Fusion sedan 25; Edge crossover 33; Ranger pickup 27; Expedition suv 54; Crown Victoria sedan 30
GMC: 1GK 1GT 3GT 2GT 2GK 3GK
  Sierra pickup 38; Yukon suv 55; Acadia crossover 36; Terrain crossover 29
HONDA: 1HG 2HG JHM 19X SHH 5FN 2HK 5J6 JHL 7FA 3CZ 2HJ
  Accord sedan 27; Civic small 22; CR-V crossover 28; Odyssey van 34; Pilot suv 36; Fit small 17 ..2020; Ridgeline pickup 36; HR-V crossover 23
HYUNDAI: KMH 5NP 5NM KM8
  Sonata sedan 25; Elantra small 20; Accent small 16 ..2022; Santa Fe crossover 29; Tucson crossover 26
INFINITI: JNK JN1 JN8 5N1 5N3
  Q50 luxury 40; G35 luxury 36; QX60 crossover 46; QX80 suv 68
JEEP: 1J4 1C4 1J8 1JC
  Wrangler suv 34; Grand Cherokee suv 40; Cherokee crossover 27 ..2023; Compass crossover 25; Gladiator pickup 39
KIA: KNA KND 5XX 5XY 3KP
  Optima sedan 25; Soul small 19 ..2025; Sorento crossover 30; Sportage crossover 26; Forte small 19 ..2024; Telluride suv 37
LEXUS: JTH 58A JTJ 2T2 JT8 JT6
  ES luxury 42; IS luxury 40; RX crossover 47; GX suv 54; LS luxury 76
LINCOLN: 1LN 5LM 3LN 2LM 5LT
  Town Car luxury 46; Navigator suv 76; MKZ luxury 38; Corsair crossover 38
MAZDA: JM1 1YV 3MZ JM3 4F4 4F2
  Mazda3 small 22; Mazda6 sedan 25; MX-5 sport 28; CX-5 crossover 28; CX-9 crossover 36
MERCEDES-BENZ: WDB WDD 55S 4JG W1K W1N 4JM WDC
  C-Class luxury 43; E-Class luxury 56; S-Class luxury 98; M-Class suv 50; GLE-Class suv 60
MERCURY: 1ME 2ME 4M2 3ME
  Grand Marquis sedan 28; Sable sedan 24; Mariner crossover 24; Mountaineer suv 31
MINI: WMW WMZ
  Cooper small 24; Hardtop small 25; Countryman crossover 30
MITSUBISHI: JA3 4A3 JA4 4A4 ML3
  Outlander crossover 27; Lancer small 19; Eclipse sport 22; Mirage small 15 ..2024
NISSAN: 1N4 3N1 JN1 JN8 5N1 1N6 KNM 5BZ
  Altima sedan 26; Sentra small 20; Maxima sedan 35 ..2023; Rogue crossover 28; Pathfinder suv 34; Frontier pickup 29; Murano crossover 34; Leaf small 32; Versa small 16 ..2025
OLDSMOBILE: 1G3 2G3
  Cutlass Supreme sedan 22; Cutlass Ciera sedan 20; Alero sedan 20; Intrigue sedan 25
PONTIAC: 1G2 2G2 5Y2 6G2 3G2
  Grand Prix sedan 26; Bonneville sedan 28; Firebird sport 27; G6 sedan 22; Vibe small 20
PORSCHE: WP0 WP1
  911 sport 101; Cayenne suv 69; Boxster sport 56; Macan crossover 54
RAM: 1C6 3C6 2C6 3D6
  1500 pickup 38; 2500 pickup 46; ProMaster 2500 van 36
SATURN: 1G8 5GZ 3GS
  SL2 small 16; Vue crossover 22; Ion small 16; Aura sedan 23
SUBARU: 4S3 4S4 JF1 JF2
  Legacy sedan 25; Outback crossover 29; Impreza small 21; Forester crossover 27; Crosstrek crossover 25; WRX sport 29
SUZUKI: JS2 JS3 2S3
  SX4 small 18 ..2013; Grand Vitara crossover 23 ..2013
TESLA: 5YJ 7SA 7G2
  Model S luxury 78; Model 3 sedan 42; Model X suv 86; Model Y crossover 50
TOYOTA: 4T1 1NX 2T1 5YF JTD JTE 4T3 2T3 5TD 5TF 5TB JTN 3TM 5TE JT2 4TA JTM 7MU 4T4 JT3 JTK
  Camry sedan 26; Corolla small 21; Prius small 26; RAV4 crossover 28; Highlander suv 37; 4Runner suv 39; Tacoma pickup 31; Tundra pickup 40; Sienna van 36; Avalon sedan 37; Celica sport 23 ..2005; Yaris small 16 ..2020
VOLKSWAGEN: WVW 3VW 1VW WVG 3VV 1V2
  Jetta small 21; Passat sedan 25; Golf small 23; Tiguan crossover 27; Beetle small 22; Atlas suv 35
VOLVO: YV1 YV4 LVY 7JR
  S60 luxury 39; XC90 suv 54; XC60 crossover 45; 240 Series sedan 30
HARLEY-DAVIDSON: 1HD 5HD
  motorcycles 17
YAMAHA: JYA
  motorcycles 10
KAWASAKI: JKA JKB
  motorcycles 10`;

/** Every model line of the demo set. A `motorcycles` line takes any model that its codes decode to. */
export const lines: readonly Line[] = table
  .trim()
  .split(/\n(?=\S)/)
  .flatMap((block) => {
    const [head, body] = block.split("\n") as [string, string];
    const [make, codes] = head.split(": ") as [string, string];
    return body.split(";").map((entry): Line => {
      const [text, lastYear = "9999"] = entry.trim().split(" ..");
      const words = text!.split(" ");
      const price = Number(words.pop()) * 1000;
      const last = words.pop()!;
      const motorcycle = last === "motorcycles";
      const segment = motorcycle ? "motorcycle" : (last as Segment);
      const wmis = codes.split(" ");
      return { make, model: words.join(" "), wmis, segment, price, lastYear: Number(lastYear) };
    });
  });
