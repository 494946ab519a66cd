import { t } from "../../base/language/language.ts";
import { Area, Field } from "../../parts/field.tsx";
import { WholeField } from "../../parts/number-field.tsx";
import { type ApiForm, leastOf, type NumberName, nameOf } from "./api-form.ts";

export interface FieldsProps {
  readonly form: ApiForm;
  change(form: ApiForm): void;
}

/** The value and the change of a text of the form. */
export function texts({ form, change }: FieldsProps) {
  return (
    name: "display_name" | "description" | "path" | "service_url" | "credential" | "value" | "ca_certificate",
  ) => ({
    value: form[name],
    change: (value: string) => change({ ...form, [name]: value }),
  });
}

/** The name of a source in `x-data-source`. */
export function SourceField({ form, change, label }: FieldsProps & { readonly label: string }) {
  return (
    <Field
      label={label}
      required
      maxLength={80}
      pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
      hint={t("Its name in x-data-source: letters, digits, dots, hyphens.")}
      autoComplete="off"
      value={form.source}
      change={(source) => change({ ...form, source })}
    />
  );
}

interface DetailsProps extends FieldsProps {
  /** A new API gets its name and path from its display name until they are typed. */
  readonly isNew: boolean;
  readonly builtin: boolean;
}

/** Names and path of an API. */
export function ApiDetails({ form, change, isNew, builtin }: DetailsProps) {
  const control = texts({ form, change });
  const rename = (display_name: string) => {
    const [before, now] = [nameOf(form.display_name), nameOf(display_name)];
    const follows = (value: string) => isNew && (value === "" || value === before);
    change({
      ...form,
      display_name,
      ...(follows(form.name) && { name: now }),
      ...(follows(form.path) && { path: now }),
    });
  };
  return (
    <div className="form">
      <Field
        label={t("Display name")}
        required
        maxLength={200}
        dir="auto"
        value={form.display_name}
        change={rename}
      />
      <Area label={t("Description")} rows={3} dir="auto" {...control("description")} />
      {isNew && (
        <Field
          label={t("Name")}
          required
          hint={t("Lower-case letters, digits and hyphens. You cannot change it later.")}
          value={form.name}
          change={(name) => change({ ...form, name })}
        />
      )}
      {!builtin && (
        <Field
          label={t("Path")}
          required
          hint={t("The path on this service, for example tyres/v1.")}
          {...control("path")}
        />
      )}
    </div>
  );
}

/** A field of a whole number, with its fault. */
export function NumberField(props: FieldsProps & { name: NumberName; label: string; hint: string }) {
  const { form, change, name, ...field } = props;
  return (
    <WholeField
      {...field}
      least={leastOf[name]}
      value={form[name]}
      change={(value) => change({ ...form, [name]: value })}
    />
  );
}

/** What a call may take. */
export function LimitFields({ form, change }: FieldsProps) {
  const number = (name: NumberName, label: string, hint: string) => (
    <NumberField form={form} change={change} name={name} label={label} hint={hint} />
  );
  const check = (name: "needsKey" | "cookies" | "validate", label: string) => (
    <label className="check">
      <input type="checkbox" checked={form[name]} onChange={() => change({ ...form, [name]: !form[name] })} />
      {label}
    </label>
  );
  return (
    <div className="form">
      {number("timeout", t("Timeout (ms)"), t("Until the response begins. Default: 30,000."))}
      {number("concurrent", t("Concurrent calls per node"), t("Further calls return 503. Default: 100."))}
      {number("body", t("Max. request body (MiB)"), t("A longer one returns 413. Default: 10."))}
      {check("needsKey", t("Calls need an API key"))}
      {check("cookies", t("Pass on cookies of the backend"))}
      {check("validate", t("Validate calls against the document"))}
    </div>
  );
}
