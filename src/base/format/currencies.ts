/** The currencies of ISO 4217 in which something is sold: no funds, metals or test codes. */
const codes = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP
  CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR
  IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU
  MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG
  SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV
  WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`;

/** The codes, in their order. */
export const currencies: readonly string[] = codes.trim().split(/\s+/);

const known: ReadonlySet<string> = new Set(currencies);

/**
 * Digits of the minor unit where they are not two. Listed, because `Intl` differs: browsers on ICU have none for the
 * forint and the Iraqi dinar, and a price would be a hundred times too high.
 */
const digits: ReadonlyMap<string, number> = new Map([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"
    .split(" ")
    .map((code) => [code, 0] as const),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3] as const),
]);

export const isCurrency = (code: string): boolean => known.has(code);

/** The digits of a currency's minor unit: 2 of the euro, 0 of the yen, 3 of the dinar. */
export const digitsOf = (currency: string): number => digits.get(currency) ?? 2;
