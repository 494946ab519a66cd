// Made-up rows in the real forms of NHTSA's files: its columns in its order, its spellings, and its misspellings.

/** A row of a file without a header, by column number from 1. */
function tabbed(width: number, columns: Readonly<Record<number, string | number>>): string {
  const cells = new Array<string>(width).fill("");
  for (const [number, value] of Object.entries(columns))
    if (Number(number) <= width) cells[Number(number) - 1] = String(value);
  return `${cells.join("\t")}\r\n`;
}

/** What no answer, message or record may have. */
export const personal = [
  "JANE ROE",
  "SPRINGFIELD",
  "1HGCM82633A",
  "ROE MOTORS",
  "555-0100",
  "THE CONTACT OWNS",
] as const;

/** A row of FLAT_CMPL.txt, in the 51 columns that it has since April 2026. */
export const complaintRow = (
  number: number,
  component: string,
  more: Readonly<Record<number, string | number>> = {},
  width = 51,
): string =>
  tabbed(width, {
    1: number * 10,
    2: number,
    3: "Honda (American Honda Motor Co.)",
    4: "HONDA",
    5: "ACCORD",
    6: 2003,
    7: "N",
    8: 20200102,
    9: "N",
    10: 0,
    11: 0,
    12: component,
    13: "SPRINGFIELD",
    14: "IL",
    15: "1HGCM82633A",
    16: 20200110,
    17: 20200109,
    18: 61500,
    20: 'THE CONTACT OWNS A 2003 HONDA ACCORD. "IT" STALLED. JANE ROE.',
    21: "EVOQ",
    22: "N",
    41: "ROE MOTORS",
    42: "555-0100",
    46: "V",
    48: "N",
    49: "N",
    50: "IL",
    ...more,
  });

/** A row of FLAT_INV.txt. */
export const investigationRow = (
  number: string,
  component: string,
  more: Readonly<Record<number, string | number>> = {},
  width = 11,
): string =>
  tabbed(width, {
    1: number,
    2: "HONDA",
    3: "ACCORD",
    4: 2003,
    5: component,
    6: "Honda (American Honda Motor Co.)",
    7: 20140611,
    8: 20150312,
    9: "15V153000",
    10: "Inflator rupture",
    11: 'The Office of Defects Investigation opened it after reports of "ruptures".',
    ...more,
  });

/** A row of TSBS_RECEIVED_2020-2024.txt, in the 14 columns that it has since May 2024. */
export const bulletinRow = (
  number: number,
  component: string,
  more: Readonly<Record<number, string | number>> = {},
): string =>
  tabbed(14, {
    1: number,
    3: 20210105,
    4: "SB-20-001",
    5: 20201231,
    7: "Service Bulletin/Repair Instructions",
    8: "HONDA",
    9: "ACCORD",
    10: 2003,
    11: component,
    14: 'The "sensor" is replaced.',
    ...more,
  });

/** The header of Safercar_data.csv. */
export const ratingColumns =
  "MAKE,MODEL,MODEL_YR,BODY_STYLE,VEHICLE_TYPE,DRIVE_TRAIN,PRODUCTION_RELEASE,VEHICLE_CLASS,BODY_FRAME,NUM_OF_SEATING,SEAT_LOC,SEAT_LOC_COMMENTS,MIN_GROSS_WEIGHT,MAX_GROSS_WEIGHT,UPPER_BELT_ANCHORAGE,UPPER_BELT_ANCHORAGE_LOC,SEAT_BELT_PRETENSIONER,SEAT_BELT_PRETENSIONER_LOC,LOAD_LIMITERS,LOAD_LIMITERS_LOC,FRNT_BELT_INDICATOR,FRNT_BELT_LOC,REAR_BELT_INDICATOR,LATCH_REAR_POSITION,HEAD_SAB,HEAD_SAB_TYPE,HEAD_SAB_LOC,HEAD_SAB_MOUNT_LOC,HEAD_SAB_MEET_REQUIREMENTS,HEAD_SAB_DEPLOY_IN_ROLLOVER,TORSO_SAB,TORSO_SAB_TYPE,TORSO_SAB_LOC,TORSO_SAB_MOUNT_LOC,KNEE_BOLSTERS,KNEE_BOLSTERS_LOC,ADL,HEAD_RESTRAINT_IND,DYNAMIC_HEAD_RESTRAINT_IND,BETI,BLIND_SPOT_DETECTION,DAY_RUN_LIGHTS,ADAPTIVE_CRUISE_CONTROL,ABS,ARS,ARS_LOC,AUTO_CRASH_NOTIFICATION,CRASH_DATA_RECORDER,ANTI_THEFT_DEVICE,ANTI_THEFT_DEVICE_TYPE,FRNT_COLLISION_WARNING,NHTSA_FRNT_COLLISION_WARNING,NHTSA_FCW_EVALUATION,LANE_DEPARTURE_WARNING,NHTSA_LANE_DEPARTURE_WARNING,NHTSA_LDW_EVALUATION,CRASH_IMMINENT_BRAKE,NHTSA_CRASH_IMMINENT_BRAKE,NHTSA_CIB_EVALUATION,DYNAMIC_BRAKE_SUPPORT,NHTSA_DYNAMIC_BRAKE_SUPPORT,NHTSA_DBS_EVALUATION,NHTSA_ESC,PELVIS_SAB,PELVIS_SAB_TYPE,PELVIS_SAB_LOC,PELVIS_SAB_MOUNT_LOC,OVERALL_STARS,FRNT_TEST_NO,FRNT_VIN,FRNT_DRIV_STARS,FRNT_PASS_STARS,FRNT_SAFETY_CONCERN_DRIV,FRNT_SAFETY_CONCERN_PASS,FRNT_FOOT_NOTES,FRNT_FOOT_NOTES_PASS,OVERALL_FRNT_STARS,CURB_WEIGHT,FRNT_TESTED_WITH,HIC15_DRIV,CHEST_DEFL_DRIV,LEFT_FEMUR_DRIV,RIGHT_FEMUR_DRIV,NIJ_DRIV,NECK_TENS_DRIV,NET_COMP_DRIV,HIC15_PASS,CHEST_DEFL_PASS,LEFT_FEMUR_PASS,RIGHT_FEMUR_PASS,NIJ_PASS,NECK_TENS_PASS,NET_COMP_PASS,SIDE_TEST_NO,SIDE_VIN,SIDE_DRIV_STARS,SIDE_PASS_STARS,SIDE_BARRIER_STAR,COMB_FRNT_STAR,COMB_REAR_STAR,SIDE_SAFETY_CONCERN_DRIV,SIDE_SAFETY_CONCERN_PASS,SIDE_FOOT_NOTES,SIDE_FOOT_NOTES_PASS,OVERALL_SIDE_STARS,SIDE_TESTED_WITH,SIDE_HIC_36_DRIV,RIB_DEFLECTION_DRIV,ABDOMEN_FORCE_DRIV,SYMPHYSIS_FORCE_DRIV,SIDE_HIC_36_PASS,PELVIC_FORCE_PASS,POLE_TEST_NO,POLE_VIN,SIDE_POLE_STARS,POLE_SAFETY_CONCERN,POLE_FOOT_NOTES,POLE_TESTED_WITH,POLE_HIC_36_DRIV,PELVIC_FORCE,ROLLOVER_POSSIBILITY,STATIC_STABI_FACTOR,TIP,ROLL_SAFETY_CONCERN,ROLL_FOOT_NOTES,ROLLOVER_STARS,NHTSA_BACKUP_CAMERA,BACKUP_CAMERA".split(
    ",",
  );

const rated = {
  MAKE: "HONDA",
  MODEL: "CR-V",
  MODEL_YR: "2018",
  BODY_STYLE: "SUV",
  VEHICLE_TYPE: "MPV",
  DRIVE_TRAIN: "AWD",
  PRODUCTION_RELEASE: "1",
  FRNT_COLLISION_WARNING: "Stanard",
  NHTSA_FRNT_COLLISION_WARNING: "Standard",
  LANE_DEPARTURE_WARNING: "Optional",
  NHTSA_LANE_DEPARTURE_WARNING: "No",
  OVERALL_STARS: "5",
  FRNT_VIN: "3HDSA2H36SM703567",
  FRNT_DRIV_STARS: "5",
  FRNT_PASS_STARS: "4",
  OVERALL_FRNT_STARS: "4",
  SIDE_DRIV_STARS: "5",
  SIDE_PASS_STARS: "5",
  OVERALL_SIDE_STARS: "5",
  SIDE_POLE_STARS: "0",
  POLE_FOOT_NOTES: "The roof buckled,  and the windshield separated.",
  ROLLOVER_POSSIBILITY: "0.164",
  TIP: "No Tip",
  ROLLOVER_STARS: "4",
} as const;

/** A row of Safercar_data.csv. */
export const ratingRow = (more: Readonly<Record<string, string>> = {}): string => {
  const values: Readonly<Record<string, string>> = { ...rated, ...more };
  const cells = ratingColumns.map((name) => values[name] ?? "");
  return `${cells.map((cell) => (cell.includes(",") ? `"${cell}"` : cell)).join(",")}\n`;
};

export const ratingTable = (...rows: readonly string[]): string =>
  `${ratingColumns.join(",")}\n${rows.join("")}`;
