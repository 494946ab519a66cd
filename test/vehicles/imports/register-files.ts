// Files of registers in their real form: the headers and spellings of the publishers' files, with made-up vehicles.

const rdwColumns =
  `Kenteken,Voertuigsoort,Merk,Handelsbenaming,Vervaldatum APK,Datum tenaamstelling,Bruto BPM,Inrichting,
Aantal zitplaatsen,Eerste kleur,Tweede kleur,Aantal cilinders,Cilinderinhoud,Massa ledig voertuig,
Toegestane maximum massa voertuig,Massa rijklaar,Maximum massa trekken ongeremd,Maximum trekken massa geremd,
Datum eerste toelating,Datum eerste tenaamstelling in Nederland,Wacht op keuren,Catalogusprijs,WAM verzekerd,
Maximale constructiesnelheid,Laadvermogen,Oplegger geremd,Aanhangwagen autonoom geremd,Aanhangwagen middenas geremd,
Aantal staanplaatsen,Aantal deuren,Aantal wielen,Afstand hart koppeling tot achterzijde voertuig,
Afstand voorzijde voertuig tot hart koppeling,Afwijkende maximum snelheid,Lengte,Breedte,Europese voertuigcategorie,
Europese voertuigcategorie toevoeging,Europese uitvoeringcategorie toevoeging,Plaats chassisnummer,
Technische max. massa voertuig,Type,Type gasinstallatie,Typegoedkeuringsnummer,Variant,Uitvoering,
Volgnummer wijziging EU typegoedkeuring,Vermogen massarijklaar,Wielbasis,Export indicator,
Openstaande terugroepactie indicator,Vervaldatum tachograaf,Taxi indicator,Maximum massa samenstelling,
Aantal rolstoelplaatsen,Maximum ondersteunende snelheid,Jaar laatste registratie tellerstand,Tellerstandoordeel,
Code toelichting tellerstandoordeel,Tenaamstellen mogelijk,Vervaldatum APK DT,Datum tenaamstelling DT,
Datum eerste toelating DT,Datum eerste tenaamstelling in Nederland DT,Vervaldatum tachograaf DT,
Maximum last onder de vooras(sen) (tezamen)/koppeling,Type remsysteem voertuig code,Rupsonderstelconfiguratiecode,
Wielbasis voertuig minimum,Wielbasis voertuig maximum,Lengte voertuig minimum,Lengte voertuig maximum,
Breedte voertuig minimum,Breedte voertuig maximum,Hoogte voertuig,Hoogte voertuig minimum,Hoogte voertuig maximum,
Massa bedrijfsklaar minimaal,Massa bedrijfsklaar maximaal,Technisch toelaatbaar massa koppelpunt,
Maximum massa technisch maximaal,Maximum massa technisch minimaal,Subcategorie Nederland,
Verticale belasting koppelpunt getrokken voertuig,Zuinigheidsclassificatie,
Registratie datum goedkeuring (afschrijvingsmoment BPM),Registratie datum goedkeuring (afschrijvingsmoment BPM) DT,
API Gekentekende_voertuigen_assen,API Gekentekende_voertuigen_brandstof,API Gekentekende_voertuigen_carrosserie,
API Gekentekende_voertuigen_carrosserie_specifiek,API Gekentekende_voertuigen_voertuigklasse`
    .replaceAll("\n", "")
    .split(",");

const rdwApi = ["3huj-srit", "8ys7-d773", "vezc-m2t6", "jhie-znh9", "kmfi-hrps"].map(
  (id) => `https://opendata.rdw.nl/resource/${id}.json`,
);

type Values = Readonly<Record<string, string>>;

const lineOf = (columns: readonly string[], values: Values, divider: string): string =>
  `${columns.map((name) => values[name] ?? "").join(divider)}\n`;

export const rdwHeader = `${rdwColumns.join(",")}\n`;

/** A row of RDW's file; a Volvo of 2018 with other values where they are given. */
export function rdwRow(values: Values): string {
  const usual = {
    Voertuigsoort: "Personenauto",
    Merk: "VOLVO",
    Handelsbenaming: "VOLVO V60",
    "Vervaldatum APK": "20270301",
    Inrichting: "stationwagen",
    "Aantal zitplaatsen": "5",
    "Eerste kleur": "BLAUW",
    "Tweede kleur": "Niet geregistreerd",
    "Aantal cilinders": "4",
    Cilinderinhoud: "1969",
    "Massa ledig voertuig": "1624",
    "Toegestane maximum massa voertuig": "2260",
    "Massa rijklaar": "1724",
    "Maximum massa trekken ongeremd": "750",
    "Maximum trekken massa geremd": "2000",
    "Datum eerste toelating": "20180301",
    "Datum eerste tenaamstelling in Nederland": "20180305",
    "Wacht op keuren": "Geen verstrekking in Open Data",
    Catalogusprijs: "52495",
    "WAM verzekerd": "Ja",
    "Aantal deuren": "4",
    "Europese voertuigcategorie": "M1",
    "Plaats chassisnummer": '"r. in motorruimte, boven"',
    Typegoedkeuringsnummer: "e9*2007/46*6300*00",
    Variant: "ZWA8",
    Uitvoering: "ZWA8VC0",
    "Export indicator": "Nee",
    "Openstaande terugroepactie indicator": "Nee",
    "Jaar laatste registratie tellerstand": "2025",
    Tellerstandoordeel: "Logisch",
    "Code toelichting tellerstandoordeel": "00",
    "Vervaldatum APK DT": "03/01/2027 12:00:00 AM",
    "Datum eerste toelating DT": "03/01/2018 12:00:00 AM",
  };
  const apis = Object.fromEntries(rdwColumns.slice(-5).map((name, at) => [name, rdwApi[at]!]));
  return lineOf(rdwColumns, { ...usual, ...apis, ...values }, ",");
}

const israelColumns = (
  "mispar_rechev tozeret_cd sug_degem tozeret_nm degem_cd degem_nm ramat_gimur ramat_eivzur_betihuty kvutzat_zihum " +
  "shnat_yitzur degem_manoa mivchan_acharon_dt tokef_dt baalut misgeret tzeva_cd tzeva_rechev zmig_kidmi zmig_ahori " +
  "sug_delek_nm horaat_rishum moed_aliya_lakvish kinuy_mishari"
).split(" ");

/** The Israeli file, Windows-1255. */
export function israelFile(...rows: readonly Values[]): Uint8Array {
  const lines = rows.map((values) => lineOf(israelColumns, values, "|"));
  const text = [israelColumns.join("|"), "\n", ...lines].join("");
  return Uint8Array.from(text, (character) => {
    const code = character.codePointAt(0)!;
    return code < 0x80 ? code : code - 0x5d0 + 0xe0;
  });
}

const tag = (name: string, content: string): string =>
  content === "" ? "" : `<ns:${name}>${content}</ns:${name}>\n`;

/** An element of the Danish extract: a Volvo of 2018 with other values where they are given. */
export function dmrVehicle(values: Values): string {
  const given = (name: string, otherwise = "") => tag(name, values[name] ?? otherwise);
  return tag(
    "Statistik",
    [
      given("KoeretoejIdent", "1000000000000001"),
      given("KoeretoejArtNummer", "1"),
      given("KoeretoejArtNavn", "Personbil"),
      given("RegistreringNummerNummer"),
      tag(
        "KoeretoejOplysningGrundStruktur",
        [
          given("KoeretoejOplysningStatus", "Registreret"),
          given("KoeretoejOplysningFoersteRegistreringDato", "2018-03-01+01:00"),
          given("KoeretoejOplysningStelNummer"),
          given("KoeretoejOplysningTotalVaegt", "2260"),
          given("KoeretoejOplysningKoereklarVaegtMinimum", "1724"),
          given("KoeretoejOplysningSiddepladserMinimum", "1"),
          given("KoeretoejOplysningSiddepladserMaksimum", "5"),
          given("KoeretoejOplysningTypeGodkendelseNummer", "e9*2007/46*6300"),
          given("KoeretoejOplysningModelAar"),
          given("KoeretoejOplysningAntalDoere", "4"),
          tag(
            "KoeretoejBetegnelseStruktur",
            [
              given("KoeretoejMaerkeTypeNummer", "10100"),
              given("KoeretoejMaerkeTypeNavn", "VOLVO"),
              tag("Model", given("KoeretoejModelTypeNavn", "V60")),
              tag("Variant", given("KoeretoejVariantTypeNavn", "2,0 D4")),
            ].join(""),
          ),
          tag("KoeretoejFarveStruktur", tag("FarveTypeStruktur", given("FarveTypeNavn", "Blå"))),
          tag("KarrosseriTypeStruktur", given("KarrosseriTypeNavn", "Stationcar")),
          tag(
            "KoeretoejMotorStruktur",
            [
              given("KoeretoejMotorCylinderAntal", "4"),
              given("KoeretoejMotorSlagVolumen", "1969.0"),
              given("KoeretoejMotorStoersteEffekt", "140.0"),
              ...(values.fuels ?? "Diesel")
                .split("/")
                .map((fuel) =>
                  tag("DrivmiddelStruktur", tag("DrivkraftTypeStruktur", tag("DrivkraftTypeNavn", fuel))),
                ),
            ].join(""),
          ),
          tag(
            "KoeretoejUdstyrSamlingStruktur",
            tag("KoeretoejUdstyrTypeNavn", "Airbags").repeat(Number(values.equipment ?? "3")),
          ),
        ].join(""),
      ),
      tag("SynResultatStruktur", given("SynResultatSynsDato", "2026-02-20+01:00")),
      given("KoeretoejRegistreringStatus", "Registreret"),
    ].join(""),
  );
}

export const dmrHead =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ns:ESStatistikListeModtag_I xmlns:ns="http://skat.dk/dmr/2007/05/31/">\n<ns:StatistikSamling>\n';
export const dmrEnd = "</ns:StatistikSamling>\n</ns:ESStatistikListeModtag_I>\n";

const astraColumns = [
  ..."Typengenehmigungsnummer|Typengenehmigung erteilt|01 Fahrzeugart|03 Fahrzeugklasse|04 Marke|04 Typ".split(
    "|",
  ),
  ..."05 Typ; Variante/Version|06 Vorziffer|07 Karosserieform|09 EU-Gesamtgenehmigung".split("|"),
  ..."12 Fahrgestellnummer|17 Achsantrieb|18 Getriebe 1|25 Motor Marke|25 Motor Typ|26 Bauart Treibstoff".split(
    "|",
  ),
  ..."27 Hubraum|28 Leistung kW|37 Anzahl Plätze Total von|37 Anzahl Plätze Total bis|38 Anzahl Türen".split(
    "|",
  ),
  "Bemerkungen Z1",
];

/** ASTRA's file, Windows-1252: the header ends with a tab, the rows do not. */
export function astraFile(...rows: readonly Values[]): Uint8Array {
  const text = `${astraColumns.join("\t")}\t\n${rows.map((values) => lineOf(astraColumns, values, "\t")).join("")}`;
  return Buffer.from(text, "latin1");
}

const traficomColumns = (
  "ajoneuvoluokka;ensirekisterointipvm;ajoneuvoryhma;ajoneuvonkaytto;variantti;versio;kayttoonottopvm;vari;" +
  "ovienLukumaara;korityyppi;ohjaamotyyppi;istumapaikkojenLkm;omamassa;teknSuurSallKokmassa;tieliikSuurSallKokmassa;" +
  "ajonKokPituus;ajonLeveys;ajonKorkeus;kayttovoima;iskutilavuus;suurinNettoteho;sylintereidenLkm;ahdin;sahkohybridi;" +
  "merkkiSelvakielinen;mallimerkinta;vaihteisto;vaihteidenLkm;kaupallinenNimi;voimanvalJaTehostamistapa;" +
  "tyyppihyvaksyntanro;yksittaisKayttovoima;kunta;Co2;matkamittarilukema;alue;valmistenumero2;jarnro"
).split(";");

export const traficomHeader = `${traficomColumns.join(";")}\n`;

/** A row of Traficom's file. */
export const traficomRow = (values: Values): string => lineOf(traficomColumns, values, ";");
