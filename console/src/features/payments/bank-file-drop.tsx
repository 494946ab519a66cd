import { type DragEvent, useRef, useState } from "react";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";

interface BankFileDropProps {
  readonly file: File | undefined;
  readonly isWorking: boolean;
  take(file: File): unknown;
}

/** A place to drop a bank's file, or to choose it. */
export function BankFileDrop({ file, isWorking, take }: BankFileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const first = (files: Iterable<File> | null) => {
    const [given] = files ?? [];
    if (given && !isWorking) void take(given);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    first([...event.dataTransfer.files]);
  };
  return (
    <section
      className={isOver ? "drop over" : "drop"}
      aria-label={t("Bank file")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p className="k wrapany">{file ? <bdi>{file.name}</bdi> : t("Drop a file of your bank here")}</p>
      <p className="muted">{t("A statement as CAMT.053 (XML) or CSV, at most 16 MiB.")}</p>
      <p className="actions">
        <Button
          look={file ? undefined : "primary"}
          disabled={isWorking}
          onPress={() => input.current?.click()}
        >
          {isWorking ? t("Working") : file ? t("Choose another file") : t("Choose a file")}
        </Button>
      </p>
      <input
        ref={input}
        type="file"
        accept=".xml,.csv,.txt,.tsv"
        hidden
        aria-label={t("File")}
        onChange={({ target }) => {
          first([...(target.files ?? [])]);
          // The same file can be chosen again after it has changed.
          target.value = "";
        }}
      />
    </section>
  );
}
