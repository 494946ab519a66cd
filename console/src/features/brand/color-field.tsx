import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { accentIn, contrastMin, isHex, type Mode, passes, passingColor, shownRatio } from "./contrast.ts";

interface ColorFieldProps {
  readonly mode: Mode;
  readonly value: string;
  readonly fault: string | undefined;
  change(value: string): void;
}

/** An accent with its contrasts, as they are while it is typed. */
export function ColorField({ mode, value, fault, change }: ColorFieldProps) {
  const label = mode === "light" ? t("Accent, light mode") : t("Accent, dark mode");
  const color = value.trim().toLowerCase();
  return (
    <div>
      <div className="brand-color">
        <Field
          label={label}
          value={value}
          fault={fault}
          change={change}
          placeholder={mode === "light" ? "#066587" : "#6ac9e9"}
          hint={t("Empty in both modes: petrol.")}
          maxLength={7}
          spellCheck={false}
        />
        <input
          type="color"
          aria-label={t("Choose: {label}", { label })}
          value={isHex(color) ? color : mode === "light" ? "#066587" : "#6ac9e9"}
          onChange={({ target }) => change(target.value)}
        />
      </div>
      <div aria-live="polite">{color !== "" && <Figures color={color} mode={mode} change={change} />}</div>
    </div>
  );
}

function Figures({ color, mode, change }: { color: string; mode: Mode; change(value: string): void }) {
  if (!isHex(color))
    return <p className="brand-figures">{t("Six hexadecimal digits after #, such as #066587.")}</p>;
  const { page, text, chosen } = accentIn(color, mode);
  const figures = [
    [t("on pages"), page],
    [t("of text on buttons"), text],
    [t("in chosen rows"), chosen],
  ] as const;
  return (
    <>
      <p className="brand-figures">
        <T
          text="Contrast: {figures}. {contrastMin}:1 is needed."
          figures={figures.map(([where, ratio], index) => (
            <span key={where}>
              {index > 0 && ", "}
              <span className={ratio < contrastMin ? "too-low" : undefined}>
                {ratio < contrastMin
                  ? t("{ratio} {where} (too low)", { ratio: shownRatio(ratio), where })
                  : `${shownRatio(ratio)} ${where}`}
              </span>
            </span>
          ))}
          contrastMin={contrastMin}
        />
      </p>
      {!passes(color, mode) && (
        <Button onPress={() => change(passingColor(color, mode))}>
          {t("Use {color}", { color: passingColor(color, mode) })}
        </Button>
      )}
    </>
  );
}
