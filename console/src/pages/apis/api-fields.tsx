import { Area, Field, Select } from "../../parts/field.tsx";
import { type ApiForm, limitFaults, nameOf } from "./api-form.ts";

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
        label="Display name"
        required
        maxLength={200}
        dir="auto"
        value={form.display_name}
        change={rename}
      />
      <Area label="Description" rows={3} dir="auto" {...control("description")} />
      {isNew && (
        <Field
          label="Name"
          required
          hint="Lower-case letters, digits and hyphens. You cannot change it later."
          value={form.name}
          change={(name) => change({ ...form, name })}
        />
      )}
      {!builtin && (
        <Field
          label="Path"
          required
          hint="The path on this service, for example tyres/v1."
          {...control("path")}
        />
      )}
    </div>
  );
}

const sealed = "It is encrypted and never shown again.";

const credentialLabels = {
  header: {
    name: { label: "Header", hint: "For example, Authorization or X-Api-Key." },
    value: "Header value",
  },
  query: { name: { label: "Parameter", hint: "For example, api_key." }, value: "Parameter value" },
  basic: { name: { label: "User name" }, value: "Password" },
};

const labelsOf = ({ auth }: ApiForm) => credentialLabels[auth as keyof typeof credentialLabels];

interface AddressProps extends FieldsProps {
  readonly isNew: boolean;
  /** What the address leads to. */
  readonly label: "Backend" | "Upstream";
  readonly hint: string;
}

/** Where an API is forwarded to, or asks, and the credential that is sent there. */
export function AddressFields({ form, change, isNew, label, hint }: AddressProps) {
  const control = texts({ form, change });
  return (
    <>
      <Field label={label} hint={hint} {...control("service_url")} />
      <Select
        label={`Credential of the ${label.toLowerCase()}`}
        value={form.auth}
        change={(auth) => change({ ...form, auth: auth as ApiForm["auth"] })}
        options={[
          ...(isNew ? [] : [["keep", "Keep what is stored"] as const]),
          ["none", isNew ? "None" : "Remove"],
          ["header", "Send a header"],
          ["query", "Send a query parameter"],
          ["basic", "Send a user name and password"],
          ["certificate", "Show a client certificate"],
        ]}
      />
      {form.auth === "certificate" && (
        <>
          <Area label="Certificate (PEM)" required rows={3} {...control("credential")} />
          <Area label="Private key (PEM)" required rows={3} hint={sealed} {...control("value")} />
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
          label={`Authorities of the ${label.toLowerCase()} (PEM)`}
          hint="Its certificate is checked by them in place of the system's. Empty: the system's."
          rows={2}
          {...control("ca_certificate")}
        />
      )}
    </>
  );
}

type Numbers = keyof ReturnType<typeof limitFaults>;

/** A field of a whole number, with its fault. */
export function NumberField(props: FieldsProps & { name: Numbers; label: string; hint: string }) {
  const { form, change, name, ...field } = props;
  return (
    <Field
      {...field}
      inputMode="numeric"
      autoComplete="off"
      fault={limitFaults(form)[name]}
      value={form[name]}
      change={(value) => change({ ...form, [name]: value })}
    />
  );
}

/** What a call may take. */
export function LimitFields({ form, change }: FieldsProps) {
  const number = (name: Numbers, label: string, hint: string) => (
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
      {number("timeout", "Timeout (ms)", "Until the response begins. Default: 30,000.")}
      {number("concurrent", "Concurrent calls per node", "Further calls return 503. Default: 100.")}
      {number("body", "Max. request body (MiB)", "A longer one returns 413. Default: 10.")}
      {check("needsKey", "Calls need an API key")}
      {check("cookies", "Pass on cookies of the backend")}
      {check("validate", "Validate calls against the document")}
    </div>
  );
}
