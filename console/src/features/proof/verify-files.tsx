import { type DragEvent, useRef, useState } from "react";
import { share } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { Section } from "../../parts/section.tsx";
import type { GivenFiles } from "./given-files.ts";

interface DropZoneProps {
  readonly files: GivenFiles;
  /** The names of files that are not read. */
  readonly others: readonly string[];
  readonly isChecked: boolean;
  take(files: Iterable<File>): unknown;
}

/** A place to drop files, or to choose them. */
export function DropZone({ files, others, isChecked, take }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  };
  const waiting = Object.values(files).map(({ name }) => name);
  return (
    <section
      className={over ? "drop over" : "drop"}
      aria-label={t("Files to check")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p className="k">{isChecked ? t("Drop calls or receipts here") : t("Drop a statement here")}</p>
      <p className="muted">
        {isChecked
          ? t("They are checked with this statement. Another statement replaces it.")
          : t("PDF or JSON. Add the calls (.ndjson.gz) and your receipts to check single calls.")}
      </p>
      <p className="actions">
        <Button look={isChecked ? undefined : "primary"} onPress={() => input.current?.click()}>
          {isChecked ? t("Add files") : t("Choose files")}
        </Button>
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("Files")}
        onChange={({ target }) => {
          void take([...(target.files ?? [])]);
          // The same file can be chosen again after it has changed.
          target.value = "";
        }}
      />
      <div role="status">
        {!files.statement && waiting.length > 0 && (
          <p className="wrapany">
            {t("Added: {waiting}. Add the statement to check them.", { waiting: waiting.join(", ") })}
          </p>
        )}
        {others.map((name, index) => (
          <p className="fault wrapany" key={`${index + 1}`}>
            <T
              text="{name} is not a statement, a file of calls or a file of receipts."
              name={<bdi>{name}</bdi>}
            />
          </p>
        ))}
      </div>
      <p className="xs muted">{t("Nothing is uploaded. The page makes no request after it has loaded.")}</p>
    </section>
  );
}

/** The progress of a check. */
export function Reading({ part, stop }: { part: number; stop: () => void }) {
  return (
    <Section title={t("Checking")}>
      <p>
        <progress value={part} max={1} aria-label={t("Calls read")} />
      </p>
      <p className="muted">
        {part === 0
          ? t("Reading the statement.")
          : t("{share} of the calls read.", { share: share(part, 1) })}
      </p>
      <p className="actions note">
        <Button onPress={stop}>{t("Stop check")}</Button>
      </p>
    </Section>
  );
}
