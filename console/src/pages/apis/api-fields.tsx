import { withinSentence } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Area, Field, Select } from "../../parts/field.tsx";
import { WholeField } from "../../parts/number-field.tsx";
import { type ApiForm, leastOf, type NumberName, nameOf } from "./api-form.ts";

export interface FieldsProps {
  readonly form: ApiForm;
  change(form: ApiForm): void;
}

function texts({ form, change }: FieldsProps) {
  return (
    name: "display_name" | "description" | "path" | "service_url" | "credential" | "value" | "ca_certificate",
  ) => ({
    value: form[name],
    change: (value: string) => change({ ...form, [name]: value }),
  });
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

const sealed = t("It is encrypted and never shown again.");

const credentialLabels = {
  header: {
    name: { label: t("Header"), hint: t("For example, Authorization or X-Api-Key.") },
    value: t("Header value"),
  },
  query: { name: { label: t("Parameter"), hint: t("For example, api_key.") }, value: t("Parameter value") },
  basic: { name: { label: t("User name") }, value: t("Password") },
};

const labelsOf = ({ auth }: ApiForm) => credentialLabels[auth as keyof typeof credentialLabels];

export interface CredentialProps extends FieldsProps {
  readonly isNew: boolean;
  /** Why the credential was not accepted. */
  readonly fault: string | undefined;
}

interface AddressProps extends CredentialProps {
  /** What the address leads to. */
  readonly label: string;
  readonly hint: string;
}

/** The address of an API's backend or upstream, and the credential that is sent there. */
export function AddressFields({ form, change, isNew, fault, label, hint }: AddressProps) {
  const control = texts({ form, change });
  return (
    <>
      <Field label={label} hint={hint} {...control("service_url")} />
      <Select
        label={t("Credential of the {label}", { label: withinSentence(label) })}
        fault={fault}
        value={form.auth}
        change={(auth) => change({ ...form, auth: auth as ApiForm["auth"] })}
        options={[
          ...(isNew ? [] : [["keep", t("Keep what is stored")] as const]),
          ["none", isNew ? t("None") : t("Remove")],
          ["header", t("Send a header")],
          ["query", t("Send a query parameter")],
          ["basic", t("Send a user name and password")],
          ["certificate", t("Show a client certificate")],
        ]}
      />
      {form.auth === "certificate" && (
        <>
          <Area label={t("Certificate (PEM)")} required rows={3} {...control("credential")} />
          <Area label={t("Private key (PEM)")} required rows={3} hint={sealed} {...control("value")} />
        </>
      )}
      {form.auth in credentialLabels && (
        <>
          <Field required autoComplete="off" {...labelsOf(form).name} {...control("credential")} />
          <Field
            label={labelsOf(form).value}
            type="password"
            required
            hint={sealed}
            autoComplete="off"
            {...control("value")}
          />
        </>
      )}
      {/^https:/i.test(form.service_url) && (
        <Area
          label={t("Authorities of the {label} (PEM)", { label: withinSentence(label) })}
          hint={t("Its certificate is checked by them in place of the system's. Empty: the system's.")}
          rows={2}
          {...control("ca_certificate")}
        />
      )}
    </>
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
