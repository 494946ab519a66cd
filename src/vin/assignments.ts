/**
 * Makers' codes of other markets that vPIC does not have: `MAKE: code manufacturer; code manufacturer;`. Facts of the
 * public assignments by ISO 3780, as the npm package universal-vin-decoder 1.0.0 lists them (MIT, Mobito SRL; see
 * NOTICE), and only those of a single make.
 */
const table = `
ALPINE: VFA Alpine;
AUDI: 93U Audi; 99A Audi;
AUSTIN: SAA Austin;
BEDFORD: SKF Bedford Vehicles;
BMW: 98M BMW; 99Z BMW Motorrad Motorcycle assembled by BMW; DAB BMW Egypt SKD; LBV BMW Brilliance; MMF BMW;
  PM1 BMW; X4X BMW made by Avtotor;
CATERHAM: SDK Caterham Cars;
CHERY: 98R Chery; 9UJ Chery assembled by Chery Socma S.A.; LVM Chery Commercial Vehicle; LVV Chery;
  PRH Chery;
CHEVROLET: 8AG General Motors de Argentina Chevrolet; 93C General Motors do Brasil Chevrolet;
  9BG General Motors do Brasil Chevrolet; 9GA GM Colmotores S.A.; MMM Chevrolet;
  XUU Chevrolet made by Avtotor;
CITROEN: 8BC Citroën; VF7 Citroën; VR7 Citroën; VS7 Citroën;
DACIA: UU1 Dacia;
DAEWOO: UU6 Daewoo Romania;
DAIHATSU: JD4 Daihatsu; JDA Daihatsu;
DS: LPA Changan PSA; VR1 DS Automobiles;
FIAT: 8AP Fiat; 93W Fiat Ducato made by Iveco; 9BD Fiat Automóveis; DAA Fiat Auto Egypt Industrial Co;
  MAH Fiat India Automobiles Pvt. Ltd;
FORD: 6F1 Ford; 6FP Ford; 8AF Ford Motor Argentina; 8XD Ford Motor Venezuela;
  AFA Ford Motor Company of Southern Africa & Samcor; LFA Ford Lio Ho Motor Co Ltd old designation;
  LJX JMC Ford; MNA Ford for Australia/New Zealand export; MNB Ford; MNC Ford; MPB Ford;
  PE1 Ford Motor Company Philippines; PR8 Ford; RHA Ford Lio Ho Motor Co Ltd new designation;
  RL0 Ford Vietnam; SFA Ford of Britain; VS6 Ford Espana; X9F Ford Motor Company ZAO; Z6F Ford Sollers;
GAZ: X96 GAZ; XTH GAZ;
GEELY: LB3 Geely;
GREAT WALL: 8L4 Great Wall Motors made by Ciudad del Auto Ciauto Cia. Ltda.; LGW Great Wall;
  X9X Great Wall Motors IMS Avtotrade-12 LLC; XBB Great Wall Motors/Litex Motors AD;
  Y7C Great Wall Motors KrASZ;
HINO: AHH Hino South Africa; JHD Hino; JHF Hino; MNK Hino Motors Manufacturing Thailand Co Ltd;
HOLDEN: KL3 GM Daewoo/GM Korea Holden; MMU Holden;
HONDA: 7A3 Honda; 8C3 Honda; 8CH Honda motorcycle; 93H Honda;
  AHM Honda Ballade made by Mercedes-Benz South Africa; LHG Guangzhou Honda; LUC Honda Automobile;
  LVH Dongfeng Honda; MAK Honda Cars India; ME4 Honda Motorcycle and Scooter India;
  MH1 PT Astra Honda Motor; MHR PT Honda Prospect Motor; MRH Honda; NFB Honda Atlas Cars Pakistan Ltd;
  NLA Honda; NMH Honda motorcycle; PAD Honda Cars Philippines; PMH Honda; PMK Honda Boon Siew;
  RKT Honda Taiwan; SAH Honda made by Austin Rover Group;
HYUNDAI: 9BH Hyundai Motor Brasil; AC5 Hyundai Automotive South Africa; LBE Beijing Hyundai;
  MAL Hyundai Motor India; MX3 Hyundai Trans Auto; NLH Hyundai Assan Otomotiv; NLJ Hyundai Assan Otomotiv;
  PL8 Hyundai/Inokom; PP3 Hyundai; TMA Hyundai Motor Manufacturing Czech;
  Z94 Hyundai Motor Manufacturing Rus; ZK5 Hyundai Automobili Italia Importazioni;
ISUZU: ACV Isuzu Motors South Africa; LET Jiangxi Isuzu; LWL Qingling Isuzu; LZU Guangzhou Isuzu Bus;
  M3G Isuzu Motors India; MP1 IMCT Isuzu Motors Company Thailand; MPA IMCT Isuzu Motors Company Thailand;
  NNA Anadolu Isuzu; PAB Isuzu Philippines Corporation; PLZ Isuzu Malaysia; RLE Isuzu Vietnam Co.;
IVECO: 6F2 Iveco Trucks Australia Ltd.; 8AT Iveco; 8XV Iveco Venezuela C.A.; 93Z Iveco;
  LZF SAIC Iveco Hongyan; SBC Iveco Ford Truck; VF5 Iveco Unic; WJM Iveco/Iveco Magirus; ZGA Iveco Bus;
  ZN3 Iveco Defence;
JAC: LJ1 JAC;
KAMAZ: XTC KAMAZ;
KIA: 9UW Kia made by Nordex S.A.; KNC Kia; KNE Kia; LJD Dongfeng Yueda Kia; MS0 SSS MOTORS Myanmar/Kia;
  MZB Kia India Pvt. Ltd.; U6Y Kia Motors Slovakia;
LADA: XTA AvtoVAZ;
LANCIA: ZLA Lancia;
LANDWIND: LVX Landwind;
LIFAN: 9UK Lifan; LKT Yunnan Lifan Junma Vehicle Co., Ltd. commercial vehicles; LLV Lifan;
MAHINDRA: MA1 Mahindra; MCD Mahindra Two Wheelers;
MAN: AAM MAN Automotive (Pty) Ltd. includes VW Truck & Bus; MBK MAN Trucks India Pvt. Ltd;
  NMA MAN Türkiye A.Ş.; WMA MAN; WVM Arbeitsgemeinschaft VW-MAN;
MAZDA: 8LF Maresa; 9FC Compañía Colombiana Automotriz S.A.;
  AFB Mazda BT-50 made by Ford Motor Company of Southern Africa; JM0 Mazda; JM6 Mazda; JM7 Mazda; JMZ Mazda;
  LVR Changan Mazda; MM0 Mazda; MM6 Mazda; MM7 Mazda; MM8 Mazda;
  MP2 Mazda BT-50 pickup built by Isuzu Motors (Thailand) Co., Ltd.;
  PE3 Mazda Philippines made by Ford Motor Company Philippines; PP1 Mazda;
MERCEDES-BENZ: 8AC Mercedes-Benz; 9BM Mercedes-Benz; MHL PT Mercedes-Benz Indonesia;
  NMB Mercedes-Benz Türk A.S.; RLM Mercedes-Benz Vietnam; VSC Mercedes-Benz Espana SA; W1T Mercedes-Benz;
  W1V Mercedes-Benz; WDF Mercedes-Benz; WMX Mercedes-AMG used for Mercedes-Benz SLS AMG & Mercedes-AMG GT;
  Z9M Mercedes-Benz Trucks Vostok;
MG: LSJ SAIC MG & SAIC Roewe; MML MG; MZ7 MG Motor India Pvt. Ltd.; SDP MG Motor NAC MG UK & MG Motor UK;
MITSUBISHI: 7A1 Mitsubishi; ABJ Mitsubishi Colt & Triton pickups made by Mercedes-Benz South Africa;
  JMA Mitsubishi; JMB Mitsubishi; JMF Mitsubishi; JMY Mitsubishi; LL6 GAC Mitsubishi;
  MK2 Mitsubishi Motors Krama Yudha Indonesia; MMA Mitsubishi Motors (Thailand);
  MMB Mitsubishi Motors (Thailand); MMC Mitsubishi Motors (Thailand); MMD Mitsubishi Motors (Thailand);
  MMT Mitsubishi Motors (Thailand); RLA Vina Star Motors Corp. - Mitsubishi;
  XMC NedCar B.V. Mitsubishi Motors; XNC NedCar B.V. Mitsubishi Motors;
MORRIS: SAM Morris;
NISSAN: 6F4 Nissan Motor Australia; 7A7 Nissan New Zealand; 8AN Nissan; 94D Nissan;
  ADN Nissan South Africa (Pty) Ltd; JNC Nissan Diesel/UD Trucks; JPC Nissan Diesel/UD Trucks;
  LGB Dongfeng Nissan; LJN Zhengzhou Nissan; LUD Dongfeng Nissan Diesel Motor Co Ltd;
  MBH Nissan Pixo made by Maruti Suzuki India Limited; MDH Nissan Motor India Pvt Ltd;
  MNT Nissan Motor Thailand; PN8 Nissan; SJN Nissan Motor Manufacturing UK; VNV Nissan;
  VWA Nissan Vehiculos Industriales SA, Nissan Commercial Vehicles; Z8N Nissan Manufacturing Rus;
OPEL: VSX Opel Automobile Espana,SA; VXE Opel Automobile Gmbh/Vauxhall; VXK Opel Automobile Gmbh/Vauxhall;
  W0S Opel Special Vehicles;
PERODUA: PM2 Perodua;
PEUGEOT: 8AD Peugeot; 8AE Peugeot; 8GD Automotores Franco Chilena S.A Peugeot;
  9V8 Peugeot made by Nordex S.A.; VR3 Peugeot; VS8 Peugeot;
PIAGGIO: MBX Piaggio India Piaggio Ape; MET Piaggio India Vespa; RP8 Piaggio Vietnam Co. Ltd.;
PROTON: PL1 Proton;
QOROS: LLN Qoros;
RENAULT: 8A1 Renault Argentina; 8G1 Automotores Franco Chilena S.A Renault; 93Y Renault do Brasil;
  9FB Sofasa; ADR Renault Sandero made by Nissan South Africa (Pty) Ltd;
  GA1 Renault /SOMACOA - Société Malgache de Construction Automobile; MEE Renault India Private Limited;
  NM1 Oyak-Renault Oto Fab AS; SDG Renault Trucks Industries; TW3 Renault Portuguesa SARL;
  VF2 Renault Trucks; VF6 Renault Trucks; VMK Renault Sport Spider; VN1 Renault SOVAB; VS5 Renault España;
  X7L Renault Russia;
ROVER: 99J Jaguar Land Rover; SAR Rover & MG Rover Group; SAZ Freight Rover;
SAAB: YSC Cadillac BLS built by Saab; YTN Saab NEVS;
SANTANA: VSE Santana Motor;
SCANIA: 8A3 Scania Argentina; 9BS Scania Brazil; SZA Scania Production Slupsk; VLU Scania Production Angers;
  XLE Scania Nederland B.V.; YS2 Scania, Södertälje;
SEAT: VSS SEAT;
SKODA: TMB Škoda Auto AS; TMP Škoda Ostrov; Y6U Škoda Auto made by Eurocar;
SMART: W1A Smart;
SSANGYONG: KPA SsangYong; KPB SsangYong; KPT SsangYong;
SUBARU: MMR Subaru; PLP Subaru;
SUZUKI: 9CD Suzuki assembled by J. Toledo Motos do Brasil; LS5 Changan Automobile & Changan Suzuki;
  LVF Changhe Suzuki; MA3 Maruti Suzuki India Limited; MB8 Suzuki Motorcycle India Limited;
  MHY PT Suzuki Indomobil Motor; MMS Suzuki; MS3 Suzuki Myanmar Motor Co., Ltd.; PPP Suzuki; TSM Suzuki;
TALBOT: SDB Talbot Motor Company; VF4 Talbot; VF8 Matra/Talbot/Simca;
TATA: ADX Tata Automobile Corporation (SA) Ltd.; KLT Tata Daewoo; KLU Tata Daewoo; MAT Tata Motors;
  MMH Tata;
TATRA: TMT Tatra; TNT Tatra; TNU Tatra;
TOGG: NL1 Togg;
TOYOTA: 6T1 Toyota; 7A4 Toyota; 8AJ Toyota Argentina; 9BR Toyota; AHT Toyota South Africa Motors;
  JTF Toyota; LFM FAW Toyota; LTV FAW Toyota; LVG GAC Toyota; MBJ Toyota Kirloskar Motor Pvt Ltd;
  MHF PT Toyota Astra Motor; MMK Toyota; MR0 Toyota; MR1 Toyota; MR2 Toyota; PN1 Toyota; PN2 Toyota;
  RKL Kuozui Motors; RL4 Toyota Motor Vietnam; TW1 Toyota Caetano Portugal;
  XW7 Toyota Motor Manufacturing Russia;
  YAR Toyota Motor Europe used for Toyota ProAce & Toyota ProAce City;
TRABANT: SNT Trabant;
TVR: SDL TVR;
UAZ: XTT UAZ; XU1 UAZ Special Purpose Vehicles;
VAUXHALL: SKA Vauxhall Motors;
VOLKSWAGEN: 8AW Volkswagen Argentina; 9DW Kenworth & Peterbilt trucks made by Volkswagen do Brasil;
  AAV Volkswagen of South Africa; LFV FAW-Volkswagen; LSV SAIC Volkswagen; PPV Volkswagen;
  XW8 Volkswagen Group Rus;
VOLVO: 93K Volvo Trucks; PNV Volvo Cars; SCV Volvo Truck & Bus; SLV Volvo Bus;
  X9P Volvo Vostok ZAO Volvo Trucks; XLB Volvo Car B.V./NedCar B.V.;
WARTBURG: SNE Wartburg;
WULING: LZW SAIC GM Wuling; MK3 PT SGMW Motor Indonesia Wuling;
YAMAHA: JY3 Yamaha Motor 3-wheel ATV; LYM Zhuzhou Jianshe Yamaha Motorcycle Co., Ltd.;
  ME1 India Yamaha Motor Pvt. Ltd; MLE Thai Yamaha Motor Co., Ltd.; PMV Hong Leong Yamaha Motor Sdn. Bhd.;
  RLC Yamaha Motor Vietnam Co. Ltd.; VTL Yamaha Motor España SA & Yamaha Sociedad Española de Motocicletas;
  ZD0 Yamaha Motor Italia SpA & Belgarda SpA;
ZOTYE: LJ8 Zotye Auto;
`;

/** Where assigned codes come from, as `x-data-source` and `derived` name it. */
export const ASSIGNMENTS = "wmi-assignments 1.0.0";

/** Who a code is assigned to. */
export interface Assignment {
  readonly make: string;
  readonly manufacturer: string;
}

function readTable(): Map<string, Assignment> {
  const found = new Map<string, Assignment>();
  for (const line of table.trim().split(/\n(?=\S)/)) {
    const [make, rest] = line.split(/:([\s\S]*)/) as [string, string];
    for (const entry of rest.split(";")) {
      const [, code, manufacturer] = /^(\w{3})\s+([\s\S]+)$/.exec(entry.trim()) ?? [];
      if (code !== undefined) found.set(code, { make, manufacturer: manufacturer!.replace(/\s+/g, " ") });
    }
  }
  return found;
}

/** Code → its assignment. */
export const assignments: ReadonlyMap<string, Assignment> = readTable();
