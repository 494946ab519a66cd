import { t } from "../../base/language/language.ts";

/** What a register's answer has of the odometer. */
export interface Registration {
  readonly odometer_judgment?: "logical" | "illogical" | "none";
  readonly odometer_judgment_as_listed?: string;
  readonly odometer_last_year?: number;
}

/** A register's judgment of the odometer, in its own words if they are none of ours. */
export function RegisterJudgment({ registration }: { registration: Registration }) {
  const {
    odometer_judgment: judgment = "other",
    odometer_judgment_as_listed: listed,
    odometer_last_year: year,
  } = registration;
  if (listed === undefined) return null;
  return (
    <p className={judgment === "illogical" ? "strong" : undefined}>
      {t(
        "{judgment, select, logical {Odometer logical, by the register} illogical {Odometer illogical, by the register: a reading is lower than an earlier one} none {Odometer not judged by the register} other {Odometer, by the register: {listed}}}",
        { judgment, listed },
      )}
      {year !== undefined && <> {t("(last reading in {year})", { year: String(year) })}</>}
    </p>
  );
}
