import { type DragEvent, useRef, useState } from "react";
import { share } from "../../base/format.ts";
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
      aria-label="Files to check"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p className="k">{isChecked ? "Drop calls or receipts here" : "Drop a statement here"}</p>
      <p className="muted">
        {isChecked
          ? "They are checked with this statement. Another statement replaces it."
          : "PDF or JSON. Add the calls (.ndjson.gz) and your receipts to check single calls."}
      </p>
      <p className="actions">
        <Button look={isChecked ? undefined : "primary"} onPress={() => input.current?.click()}>
          {isChecked ? "Add files" : "Choose files"}
        </Button>
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={({ target }) => {
          void take([...(target.files ?? [])]);
          // The same file can be chosen again after it has changed.
          target.value = "";
        }}
      />
      <div role="status">
        {!files.statement && waiting.length > 0 && (
          <p className="wrapany">Added: {waiting.join(", ")}. Add the statement to check them.</p>
        )}
        {others.map((name, index) => (
          <p className="fault wrapany" key={`${index + 1}`}>
            <bdi>{name}</bdi> is not a statement, a file of calls or a file of receipts.
          </p>
        ))}
      </div>
      <p className="xs muted">Nothing is uploaded. The page makes no request after it has loaded.</p>
    </section>
  );
}

/** The progress of a check. */
export function Reading({ part, stop }: { part: number; stop: () => void }) {
  return (
    <Section title="Checking">
      <p>
        <progress value={part} max={1} aria-label="Calls read" />
      </p>
      <p className="muted">
        {part === 0 ? "Reading the statement." : `${share(part, 1)} of the calls read.`}
      </p>
      <p className="actions note">
        <Button onPress={stop}>Stop check</Button>
      </p>
    </Section>
  );
}
