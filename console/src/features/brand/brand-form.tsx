import { useQueryClient } from "@tanstack/react-query";
import { t } from "../../base/language/language.ts";
import { type Declared, optionalField, type ValuesOf } from "../../parts/fields.tsx";
import { FieldForm } from "../../parts/form-dialog.tsx";
import { type Brand, type BrandRequest, brandQuery, type LogoRequest, saveBrand } from "./brand-queries.ts";
import { ColorField } from "./color-field.tsx";
import { type FormLink, LinkFields } from "./link-fields.tsx";
import { type ChosenLogo, LogoField } from "./logo-field.tsx";
import { Preview } from "./preview.tsx";

const logoField = (label: string, hint: string, logo: Brand["logo"]): Declared<ChosenLogo | null> => ({
  initial: logo ?? null,
  read: (chosen) => chosen,
  draw: ({ value, fault, change }) => (
    <LogoField label={label} hint={hint} logo={value} fault={fault} change={change} />
  ),
});

const colorField = (mode: "light" | "dark", accent: Brand["accent"]): Declared<string> => ({
  initial: accent?.[mode] ?? "",
  read: (color) => color,
  draw: ({ value, fault, change }) => <ColorField mode={mode} value={value} fault={fault} change={change} />,
});

const linksField = (links: Brand["links"]): Declared<readonly FormLink[]> => ({
  initial: links.map((link, key) => ({ key, ...link })),
  read: (typed) => typed,
  draw: ({ value, change }, problem) => (
    <LinkFields links={value} faultOf={(path) => problem?.faultOf(path)} change={change} />
  ),
});

const fieldsOf = (before: Brand) => ({
  name: optionalField({
    label: t("Name"),
    initial: before.stored_name,
    hint:
      before.stored_name === null
        ? t("Empty: {name}.", { name: before.name })
        : t("Empty: the name of the settings."),
    maxLength: 80,
  }),
  logo: logoField(
    t("Logo"),
    t(
      "PNG or SVG, at most 64 kB, shown 24 px high. Papers show a PNG; with an SVG, they show the name alone.",
    ),
    before.logo,
  ),
  logo_dark: logoField(
    t("Logo for dark mode"),
    t("Without one, dark mode shows the logo above."),
    before.logo_dark,
  ),
  "accent.light": colorField("light", before.accent),
  "accent.dark": colorField("dark", before.accent),
  "contact.email": optionalField({
    label: t("Contact email"),
    initial: before.contact.email,
    type: "email",
    hint: t("Empty: VINGATE_OPERATOR_EMAIL."),
    maxLength: 254,
  }),
  "contact.phone": optionalField({
    label: t("Contact phone"),
    initial: before.contact.phone,
    type: "tel",
    hint: t("With the code of the country, such as +420 222 333 444."),
    maxLength: 40,
  }),
  "contact.url": optionalField({
    label: t("Help page"),
    initial: before.contact.url,
    type: "url",
    placeholder: "https://",
    hint: t("Empty: VINGATE_OPERATOR_URL."),
  }),
  links: linksField(before.links),
  time_zone: optionalField({
    label: t("Time zone"),
    initial: before.time_zone,
    hint: t("Of dates in mails that no plan gives a zone, such as Europe/Prague. Empty: UTC."),
    maxLength: 64,
  }),
});

type Values = ValuesOf<ReturnType<typeof fieldsOf>>;

const logoOf = (logo: ChosenLogo | null): LogoRequest =>
  logo && ("data" in logo ? { data: logo.data } : { sha256: logo.sha256 });

function requestOf(version: number, values: Values): BrandRequest {
  const [light = "", dark = ""] = [values["accent.light"], values["accent.dark"]].map((color) =>
    color.trim().toLowerCase(),
  );
  return {
    version,
    name: values.name,
    logo: logoOf(values.logo),
    logo_dark: logoOf(values.logo_dark),
    accent: light || dark ? { light, dark } : null,
    contact: {
      email: values["contact.email"],
      phone: values["contact.phone"],
      url: values["contact.url"],
    },
    links: values.links.map(({ label, url }) => ({ label: label.trim(), url: url.trim() })),
    time_zone: values.time_zone,
  };
}

/** All of the brand in one form, with both modes beside it. */
export function BrandForm({ before }: { before: Brand }) {
  const queries = useQueryClient();
  return (
    <FieldForm
      className="brand-form"
      fields={fieldsOf(before)}
      action={t("Save brand")}
      busy={t("Saving")}
      look="primary"
      permission="service.change"
      send={async (values) => {
        queries.setQueryData(brandQuery.queryKey, await saveBrand(requestOf(before.version, values)));
        return t("Brand saved");
      }}
      beside={(values) => values && <Previews before={before} values={values} />}
    />
  );
}

const Previews = ({ before, values }: { before: Brand; values: Values }) => (
  <div className="brand-shown">
    <h2>{t("Preview")}</h2>
    {(["light", "dark"] as const).map((mode) => (
      <Preview
        key={mode}
        mode={mode}
        name={values.name ?? before.name}
        logo={mode === "dark" ? (values.logo_dark ?? values.logo) : values.logo}
        accent={values[`accent.${mode}`]}
        links={values.links}
      />
    ))}
  </div>
);
