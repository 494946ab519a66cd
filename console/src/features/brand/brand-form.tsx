import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { type Brand, brandQuery, type LogoRequest, saveBrand } from "./brand-queries.ts";
import { ColorField } from "./color-field.tsx";
import { LinkFields } from "./link-fields.tsx";
import { type ChosenLogo, LogoField } from "./logo-field.tsx";
import { Preview } from "./preview.tsx";

const textsOf = ({ stored_name, accent, contact, time_zone }: Brand) => ({
  name: stored_name ?? "",
  light: accent?.light ?? "",
  dark: accent?.dark ?? "",
  email: contact.email ?? "",
  phone: contact.phone ?? "",
  url: contact.url ?? "",
  time_zone: time_zone ?? "",
});

const orNull = (text: string): string | null => text.trim() || null;

const requestOf = (logo: ChosenLogo | null): LogoRequest =>
  logo && ("data" in logo ? { data: logo.data } : { sha256: logo.sha256 });

const modes = ["light", "dark"] as const;

/** All of the brand in one form, with both modes beside it. */
export function BrandForm({ before }: { before: Brand }) {
  const queries = useQueryClient();
  const [texts, setTexts] = useState(() => textsOf(before));
  const [logo, setLogo] = useState<ChosenLogo | null>(before.logo ?? null);
  const [logoDark, setLogoDark] = useState<ChosenLogo | null>(before.logo_dark ?? null);
  const [links, setLinks] = useState(() => before.links.map((link, key) => ({ key, ...link })));
  const edit = (member: keyof typeof texts) => (value: string) => setTexts({ ...texts, [member]: value });
  const { problem, working, submit } = useForm(async () => {
    const { name, light, dark, email, phone, url, time_zone } = texts;
    const hasAccent = light.trim() !== "" || dark.trim() !== "";
    const colorOf = (text: string) => text.trim().toLowerCase();
    const brand = await saveBrand({
      version: before.version,
      name: orNull(name),
      logo: requestOf(logo),
      logo_dark: requestOf(logoDark),
      accent: hasAccent ? { light: colorOf(light), dark: colorOf(dark) } : null,
      contact: { email: orNull(email), phone: orNull(phone), url: orNull(url) },
      links: links.map(({ label, url: to }) => ({ label: label.trim(), url: to.trim() })),
      time_zone: orNull(time_zone),
    });
    queries.setQueryData(brandQuery.queryKey, brand);
    showToast(t("Brand saved"));
  });
  const faultOf = (path: string) => problem?.issues.find(({ loc }) => loc.slice(1).join(".") === path)?.msg;
  const placed = problem?.issues.some(({ loc }) => loc.length > 1) ?? false;
  const shownName = orNull(texts.name) ?? before.name;
  return (
    <form className="brand-form" onSubmit={submit} method="post">
      <div className="stackform">
        <Field
          label={t("Name")}
          hint={
            before.stored_name === null
              ? t("Empty: {name}.", { name: before.name })
              : t("Empty: the name of the settings.")
          }
          value={texts.name}
          maxLength={80}
          dir="auto"
          fault={faultOf("name")}
          change={edit("name")}
        />
        <LogoField
          label={t("Logo")}
          hint={t(
            "PNG or SVG, at most 64 kB, shown 24 px high. Papers show a PNG; with an SVG, they show the name alone.",
          )}
          logo={logo}
          fault={faultOf("logo")}
          change={setLogo}
        />
        <LogoField
          label={t("Logo for dark mode")}
          hint={t("Without one, dark mode shows the logo above.")}
          logo={logoDark}
          fault={faultOf("logo_dark")}
          change={setLogoDark}
        />
        {modes.map((mode) => (
          <ColorField
            key={mode}
            mode={mode}
            value={texts[mode]}
            fault={faultOf(`accent.${mode}`)}
            change={edit(mode)}
          />
        ))}
        <Field
          label={t("Contact email")}
          type="email"
          hint={t("Empty: VINGATE_OPERATOR_EMAIL.")}
          value={texts.email}
          maxLength={254}
          fault={faultOf("contact.email")}
          change={edit("email")}
        />
        <Field
          label={t("Contact phone")}
          type="tel"
          hint={t("With the code of the country, such as +420 222 333 444.")}
          value={texts.phone}
          maxLength={40}
          fault={faultOf("contact.phone")}
          change={edit("phone")}
        />
        <Field
          label={t("Help page")}
          type="url"
          placeholder="https://"
          hint={t("Empty: VINGATE_OPERATOR_URL.")}
          value={texts.url}
          fault={faultOf("contact.url")}
          change={edit("url")}
        />
        <LinkFields links={links} faultOf={faultOf} change={(next) => setLinks([...next])} />
        <Field
          label={t("Time zone")}
          hint={t("Of dates in mails that no plan gives a zone, such as Europe/Prague. Empty: UTC.")}
          value={texts.time_zone}
          maxLength={64}
          fault={faultOf("time_zone")}
          change={edit("time_zone")}
        />
        <Fault message={placed ? undefined : problem?.message} />
        <Button look="primary" permission="service.change" type="submit" aria-disabled={working || undefined}>
          {working ? t("Saving") : t("Save brand")}
        </Button>
      </div>
      <div className="brand-shown">
        <h2>{t("Preview")}</h2>
        {modes.map((mode) => (
          <Preview
            key={mode}
            mode={mode}
            name={shownName}
            logo={mode === "dark" ? (logoDark ?? logo) : logo}
            accent={texts[mode]}
            links={links}
          />
        ))}
      </div>
    </form>
  );
}
