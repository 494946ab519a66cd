import { downloadCsv, downloadFile } from "../../../api/download.ts";
import { t } from "../../../base/language/language.ts";
import { Button } from "../../../parts/button.tsx";

interface RejectDownloadsProps {
  readonly id: string;
  readonly family: string;
  /** Whether the file is the operator's own: others are not corrected. */
  readonly isOwn?: boolean;
}

/** The rejected rows of an import: their reasons, and the rows themselves in the form of their file. */
export function RejectDownloads({ id, family, isOwn = true }: RejectDownloadsProps) {
  const path = `/imports/${id}/rejects`;
  const nameOf = (type: string) => `${family}.rows.${type.includes("ndjson") ? "ndjson" : "csv"}`;
  const downloadRows = () => downloadFile(`${path}?as=rows`, nameOf, "text/csv,application/x-ndjson");
  return (
    <p className="actions note">
      <Button onPress={() => downloadCsv(path, `${family}.rejects.csv`, {})}>
        {t("Download rejected rows")}
      </Button>
      {isOwn && <Button onPress={downloadRows}>{t("Download rows to correct")}</Button>}
    </p>
  );
}
