import { useState } from "react";
import { downloadFile } from "../../api/download.ts";
import { two } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";

/** The month before that of a moment, UTC: the last whole one. */
export function monthBefore(now: Date): string {
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1));
  return `${last.getUTCFullYear()}-${two(last.getUTCMonth() + 1)}`;
}

/** The statuses of a refusal for accounts that are not entered: all, or that of a rate. */
const isLacking: ReadonlySet<number> = new Set([404, 409]);

/** What a bookkeeper receives of a month. */
export function BookkeeperMonth() {
  const [month, setMonth] = useState(() => monthBefore(new Date()));
  const path = `/papers/months/${month}`;
  const [refused, setRefused] = useState<string>();
  const download = (form: string, name: string, type: string) => () =>
    downloadFile(`${path}/${form}`, name, type);
  const downloadDatev = () => {
    setRefused(undefined);
    return downloadFile(`${path}/datev`, `EXTF_${month}.csv`, "text/csv", ({ status, message }) =>
      isLacking.has(status) ? setRefused(message) : showToast(message),
    );
  };
  return (
    <Section
      id="bookkeeper"
      title={t("Month for the bookkeeper")}
      note={t(
        "By the day of issue or payment, in UTC. The CSV has a row for each VAT rate, payment, refund, fee and payout; the ZIP file has it with each invoice and credit note. The file for DATEV needs accounts.",
      )}
      aside={<Link to="/settings/datev">{t("DATEV accounts")}</Link>}
    >
      <div className="filters">
        <Field label={t("Month")} type="month" value={month} change={(value) => value && setMonth(value)} />
        <Button busy={t("Downloading")} onPress={download("csv", `papers-${month}.csv`, "text/csv")}>
          {t("Download month (CSV)")}
        </Button>
        <Button busy={t("Downloading")} onPress={download("zip", `papers-${month}.zip`, "application/zip")}>
          {t("Download month (ZIP)")}
        </Button>
        <Button busy={t("Downloading")} onPress={downloadDatev}>
          {t("Download for DATEV")}
        </Button>
      </div>
      {refused !== undefined && (
        <p role="alert" className="fault note">
          {refused} <Link to="/settings/datev">{t("Enter the accounts")}</Link>
        </p>
      )}
    </Section>
  );
}
