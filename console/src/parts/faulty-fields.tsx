import { useEffect, useRef, useState } from "react";
import { t } from "../base/language/language.ts";
import { T } from "../base/language/rich-text.tsx";

interface Faulty {
  readonly id: string;
  readonly label: string;
}

const faultyIn = (form: HTMLFormElement): HTMLElement[] => [
  ...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]'),
];

const labelOf = (form: HTMLFormElement, { id }: HTMLElement): string =>
  [...form.querySelectorAll("label")].find(({ htmlFor }) => htmlFor === id)?.textContent ?? id;

const isSame = (a: readonly Faulty[], b: readonly Faulty[]): boolean =>
  a.length === b.length &&
  a.every(({ id, label }, index) => id === b[index]!.id && label === b[index]!.label);

/**
 * The bar of a form with several wrong fields: their number, and a link to each. It counts the faults that the
 * form's fields report. A form that is sent with wrong fields gives it the focus; with one of them, the field has it.
 */
export function FaultyFields() {
  const bar = useRef<HTMLElement>(null);
  const [fields, setFields] = useState<readonly Faulty[]>([]);
  // Whether the form was sent since the last change of a value: the answer of the service marks fields, too.
  const [isSent, setSent] = useState(false);
  useEffect(() => {
    const form = bar.current?.closest("form");
    if (!form) return;
    const look = () => {
      const found = faultyIn(form).map((field) => ({ id: field.id, label: labelOf(form, field) }));
      setFields((before) => (isSame(before, found) ? before : found));
    };
    const sent = () => {
      setSent(true);
      look();
    };
    const changed = () => setSent(false);
    const observer = new MutationObserver(look);
    observer.observe(form, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ["aria-invalid"],
    });
    form.addEventListener("submit", sent);
    form.addEventListener("input", changed);
    look();
    return () => {
      observer.disconnect();
      form.removeEventListener("submit", sent);
      form.removeEventListener("input", changed);
    };
  }, []);
  const count = fields.length;
  useEffect(() => {
    if (!isSent || count === 0) return;
    const target = count === 1 ? document.getElementById(fields[0]!.id) : bar.current;
    target?.focus();
    setSent(false);
  }, [isSent, count, fields]);
  if (count < 2) return <span ref={bar} hidden />;
  return (
    <section ref={bar} className="faulty" tabIndex={-1} aria-label={t("Fields to correct")}>
      <p>
        <span className="st st-failed strong">
          {t("{count, plural, one {# field to correct} other {# fields to correct}}", { count })}
        </span>{" "}
        <T text="Nothing is saved yet." />
      </p>
      <ul>
        {fields.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault();
                const field = document.getElementById(id);
                field?.scrollIntoView({ block: "center" });
                field?.focus();
              }}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
