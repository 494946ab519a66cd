import { type ChangeEvent, useId, useState } from "react";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { servicePath } from "../../base/service-path.ts";
import { Button } from "../../parts/button.tsx";

/** A logo of the form: one that is stored, or a file that was chosen. */
export type ChosenLogo =
  | { readonly sha256: string; readonly url: string }
  | { readonly data: string; readonly type: string; readonly name: string };

const bytesMax = 65_536;

/** Where the browser shows it. Only an image: nothing of a drawing is executed. */
export const sourceOf = (logo: ChosenLogo): string =>
  "data" in logo ? `data:${logo.type};base64,${logo.data}` : servicePath + logo.url;

interface LogoFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly logo: ChosenLogo | null;
  readonly fault: string | undefined;
  change(logo: ChosenLogo | null): void;
}

/** A file that is chosen, shown and removed. The service checks what is in it. */
export function LogoField({ label, hint, logo, fault, change }: LogoFieldProps) {
  const id = useId();
  const [refused, setRefused] = useState<string>();
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    const isKnown = file.type === "image/png" || file.type === "image/svg+xml";
    setRefused(isKnown ? undefined : t("Choose a PNG or SVG file."));
    if (!isKnown) return;
    if (file.size > bytesMax)
      return setRefused(t("Choose a file of at most 64 kB; this one has {size} bytes.", { size: file.size }));
    const bytes = new Uint8Array(await file.arrayBuffer());
    const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    change({ data, type: file.type, name: file.name });
    // The same file can be chosen again after it was removed.
    target.value = "";
  };
  const message = refused ?? fault;
  return (
    <div className={message ? "field bad brand-logo-field" : "field brand-logo-field"}>
      <label htmlFor={id}>{label}</label>
      {logo && (
        <p className="brand-sample">
          <img className="brand-logo" src={sourceOf(logo)} alt={t("{label}: current", { label })} />
          {"name" in logo && <bdi>{logo.name}</bdi>}
          <Button onPress={() => change(null)}>
            <T text="Remove<span> {label}</span>" label={label} />
          </Button>
        </p>
      )}
      <input
        id={id}
        type="file"
        accept="image/png,image/svg+xml"
        aria-invalid={message ? true : undefined}
        aria-describedby={`${id}m`}
        onChange={choose}
      />
      {message ? (
        <em id={`${id}m`}>{message}</em>
      ) : (
        <small id={`${id}m`} className="hint">
          {hint}
        </small>
      )}
    </div>
  );
}
