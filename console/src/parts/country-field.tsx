import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { countriesLike, countryName, countryNamed } from "../base/countries.ts";
import { t } from "../base/language/language.ts";
import { useLabelled } from "./field.tsx";

interface CountryFieldProps {
  readonly label: string;
  /** The code of ISO 3166-1; empty without one. */
  readonly value: string;
  readonly hint?: ReactNode;
  readonly fault?: string | undefined;
  readonly required?: boolean;
  /** Called with the code that is chosen, and with an empty text while what is typed names no country. */
  change(code: string): void;
}

/**
 * A list of countries, by their names in the language of the page. Typing searches it; what is typed and names no country
 * is not kept.
 */
export function CountryField({ label, value, hint, fault, required, change }: CountryFieldProps) {
  // Undefined: nothing was typed since a country was chosen, whose name is shown.
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const [marked, setMarked] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const found = countriesLike(typed ?? "");
  const shown = typed ?? (value && countryName(value));
  const isUnknown = isLeft && typed !== undefined && typed.trim() !== "";
  const { props, frame } = useLabelled({ label, hint, fault: isUnknown ? unknownText(typed) : fault });
  const optionId = (index: number) => `${listId}o${index}`;
  const current = found[marked];
  const input = useRef<HTMLInputElement>(null);
  // The browser does not send a form with a text that names no country.
  const refusal = value === "" && typed?.trim() ? unknownText(typed) : "";
  useEffect(() => input.current?.setCustomValidity(refusal), [refusal]);
  useEffect(() => {
    if (isOpen) list.current?.children[marked]?.scrollIntoView({ block: "nearest" });
  }, [isOpen, marked]);

  const choose = (code: string) => {
    setTyped(undefined);
    setOpen(false);
    change(code);
  };
  const search = (text: string) => {
    setTyped(text);
    setMarked(0);
    setOpen(true);
    setLeft(false);
    change(countryNamed(text)?.code ?? "");
  };
  const open = () => {
    setMarked(
      Math.max(
        0,
        found.findIndex(({ code }) => code === value),
      ),
    );
    setOpen(true);
  };
  const leave = () => {
    const country = countryNamed(typed ?? "");
    setOpen(false);
    if (country) return choose(country.code);
    setLeft(true);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) return open();
      const step = event.key === "ArrowDown" ? 1 : -1;
      return setMarked(Math.min(found.length - 1, Math.max(0, marked + step)));
    }
    if (event.key === "Enter" && isOpen && current) {
      event.preventDefault();
      return choose(current.code);
    }
    // A dialog closes with the next one.
    if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  return frame(
    <div className="countries">
      <input
        {...props}
        ref={input}
        className="in"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && current ? optionId(marked) : undefined}
        autoComplete="country-name"
        dir="auto"
        required={required}
        placeholder={t("Choose a country")}
        value={shown}
        onChange={(event) => search(event.target.value)}
        onClick={() => (isOpen ? setOpen(false) : open())}
        onFocus={(event) => event.target.select()}
        onBlur={leave}
        onKeyDown={press}
      />
      <div id={listId} ref={list} role="listbox" aria-label={t("Countries")} hidden={!isOpen}>
        {isOpen &&
          found.map(({ code, name }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus and the keys
            <div
              key={code}
              id={optionId(index)}
              role="option"
              aria-selected={index === marked}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(code)}
            >
              {name} <span className="soft">{code}</span>
            </div>
          ))}
        {isOpen && found.length === 0 && <p>{t("No country has this name.")}</p>}
      </div>
    </div>,
  );
}

/** Why what was typed is no country, with the first one that is similar. */
function unknownText(typed: string): string {
  const [first] = countriesLike(typed);
  return first
    ? t("Choose a country, such as {name}. What is typed alone is not kept.", { name: first.name })
    : t("No country has this name. Choose one of the list.");
}
