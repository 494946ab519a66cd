import type { System } from "../../api/system.ts";
import { longMonths } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";

type VinData = NonNullable<System["versions"]["vin_data"]>;

/** What runs here: program, runtime, database, and the VIN data with their age. */
export function Versions({ versions }: { versions: System["versions"] }) {
  const data = versions.vin_data;
  return (
    <Section title={t("Versions")} aside={<Link to="/settings">{t("Settings")}</Link>}>
      <Facts
        facts={[
          [
            t("Program"),
            t("Vingate {program}, interface {interface}", {
              program: versions.program,
              interface: versions.interface,
            }),
          ],
          [t("Runtime"), versions.runtime],
          [
            t("Database"),
            t("{database}, schema {schema}", { database: versions.database, schema: versions.schema }),
          ],
          [t("VIN data"), data ? ageWords(data) : t("loading")],
        ]}
      />
      {data && (data.outdated || !data.complete) && <NewerVinData data={data} />}
    </Section>
  );
}

const dayMs = 86_400_000;
/** Below this number of months, the age is shown in days. */
const monthsMin = 2;

/** Source, month and age. */
function ageWords({ source, version, age_days: days }: VinData): string {
  const name = source === "vpic" ? t("NHTSA's whole vPIC") : t("{source}, packaged", { source });
  const [year = 0, month = 0] = version.split("-").map(Number);
  const monthName = longMonths[month - 1];
  if (days === null || monthName === undefined) return `${name}, ${version}`;
  const today = new Date(Date.UTC(year, month - 1) + days * dayMs);
  const old = (today.getUTCFullYear() - year) * 12 + today.getUTCMonth() + 1 - month;
  const words = { name, month: monthName, year: String(year) };
  return old < monthsMin
    ? t("{name}, of {month} {year}, {days, plural, one {# day} other {# days}} old", { ...words, days })
    : t("{name}, of {month} {year}, {old} months old", { ...words, old });
}

/** What data lack that are old or reduced, and where newer ones come from. */
function NewerVinData({ data: { complete, outdated } }: { data: VinData }) {
  return (
    <p className="note">
      {outdated && <Mark outcome="blocked">{t("Old VIN data: newer models are missing.")}</Mark>}{" "}
      {!complete && t("These data are reduced: they lack patterns and tables of vPIC.")}{" "}
      <T
        text="<link>Import NHTSA's newest</link>, or run <code>vingate import vpic</code> on each machine."
        link={(words) => <Link to="/data/vpic">{words}</Link>}
      />
    </p>
  );
}
