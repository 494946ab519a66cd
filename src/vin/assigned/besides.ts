/**
 * Entries of lists of codes for codes that vPIC has for imports into the United States alone: elsewhere their holders
 * build other makes, so that vPIC's facts hold only for vehicles that its patterns describe.
 */
export const ABROAD = `
BUICK|CHEVROLET|CADILLAC: LSG io SAIC General Motors; GEELY|LYNK & CO|ZEEKR: L6T io Geely;
OPEL|CHEVROLET|ISUZU|HUMMER: ADM w Opel (General Motors South Africa); RENAULT SAMSUNG|RENAULT|NISSAN: KNM io Renault Samsung;
`;

/**
 * Entries of lists of codes for codes that vPIC has, in the format of the other tables. A make where vPIC names
 * several with the code, of which the others are few vehicles; another holder than vPIC's.
 */
export const LISTED_MAKES = `
KIA+HYUNDAI: U5Y uios Kia Slovakia; MERCEDES-BENZ+MAYBACH: WDB ulios Mercedes-Benz; RENAULT+EAGLE: VF1 ulios Renault; SUBARU+TOYOTA: JF1 ulio Subaru;
TOYOTA+LEXUS+SUBARU: JTE ulio Toyota; TOYOTA+SUBARU: JTM ulio Toyota;
`;

export const OTHER_HOLDERS = `
6G1: uls Holden;
93V: lios Audi;
L5N: osz Zhejiang Taotao;
LDY: ulios Zhongtong;
LFY: osz Changshu Light Motorcycle Factory;
LJC: os JAC;
LZE: lios Isuzu Guangzhou;
SFN: uz Foden;
XTB: ulo AZLK (Moskvich);
`;
