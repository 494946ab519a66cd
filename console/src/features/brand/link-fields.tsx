import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";

export interface FormLink {
  readonly key: number;
  readonly label: string;
  readonly url: string;
}

const linksMax = 6;

interface LinkFieldsProps {
  readonly links: readonly FormLink[];
  faultOf(name: string): string | undefined;
  change(links: readonly FormLink[]): void;
}

/** The links of the footer, in their order. */
export function LinkFields({ links, faultOf, change }: LinkFieldsProps) {
  const edit = (key: number, member: "label" | "url", value: string) =>
    change(links.map((link) => (link.key === key ? { ...link, [member]: value } : link)));
  const next = Math.max(0, ...links.map(({ key }) => key)) + 1;
  return (
    <fieldset>
      <legend>{t("Links in the footer")}</legend>
      {links.map(({ key, label, url }, index) => (
        <div className="brand-link" key={key}>
          <Field
            label={t("Label of link {index}", { index: index + 1 })}
            value={label}
            required
            maxLength={40}
            dir="auto"
            fault={faultOf(`links.${index}.label`)}
            change={(value) => edit(key, "label", value)}
          />
          <Field
            label={t("Address of link {index}", { index: index + 1 })}
            value={url}
            required
            type="url"
            placeholder="https://"
            fault={faultOf(`links.${index}.url`)}
            change={(value) => edit(key, "url", value)}
          />
          <Button onPress={() => change(links.filter((link) => link.key !== key))}>
            <T text="Remove<span> link {index}</span>" index={index + 1} />
          </Button>
        </div>
      ))}
      {links.length < linksMax && (
        <Button onPress={() => change([...links, { key: next, label: "", url: "" }])}>{t("Add link")}</Button>
      )}
    </fieldset>
  );
}
