import type { CSSProperties } from "react";
import { t } from "../../base/language/language.ts";
import { accentIn, isHex, type Mode } from "./contrast.ts";
import { type ChosenLogo, sourceOf } from "./logo-field.tsx";

interface PreviewProps {
  readonly mode: Mode;
  readonly name: string;
  readonly logo: ChosenLogo | null;
  readonly accent: string;
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

/** How pages look in one mode. */
export function Preview({ mode, name, logo, accent, links }: PreviewProps) {
  const color = accent.trim().toLowerCase();
  const colors = isHex(color) ? accentIn(color, mode) : undefined;
  const style = colors && {
    "--color-accent": colors.accent,
    "--color-accent-deep": colors.deep,
    "--color-on-accent": colors.on,
    "--color-accent-tint": colors.tint,
  };
  const title = mode === "light" ? t("Light mode") : t("Dark mode");
  return (
    <section className="brand-preview" data-mode={mode} aria-label={title} style={style as CSSProperties}>
      <p className="brand">
        {logo && <img className="brand-logo" src={sourceOf(logo)} alt="" />}
        <span className="brand-name" dir="auto">
          {name}
        </span>
      </p>
      <div className="brand-sample">
        {/* No controls: nothing happens in a preview. */}
        <span className="btn btn-primary">{t("Add VIN")}</span>
        <span className="brand-link-sample">{t("View statements")}</span>
        <span className="brand-chosen">{t("Chosen row")}</span>
      </div>
      {links.length > 0 && (
        <ul className="brand-foot">
          {links.map(({ label }, index) => (
            <li key={`${index + 1}`} className="brand-link-sample" dir="auto">
              {label}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
