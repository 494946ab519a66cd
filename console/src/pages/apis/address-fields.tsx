import { listed, withinSentence } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Area, Field, Select } from "../../parts/field.tsx";
import { type FieldsProps, texts } from "./api-fields.tsx";
import type { ApiForm, StoredCredential } from "./api-form.ts";
import { OAuthFields } from "./oauth-fields.tsx";

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
  /** The names of those that are stored. */
  readonly stored: readonly StoredCredential[];
  /** Why the credential (`auth`) or a member of it was not accepted. */
  faultOf(member: string): string | undefined;
}

interface AddressProps extends CredentialProps {
  /** What the address leads to. */
  readonly label: string;
  readonly hint: string;
}

/** A stored credential in words, by its name: the service never shows its value. */
function nameOf({ header, query, basic, certificate, oauth }: StoredCredential): string {
  if (header !== undefined) return t("the header {name}", { name: header });
  if (query !== undefined) return t("the query parameter {name}", { name: query });
  if (basic !== undefined) return t("the user name {name}", { name: basic });
  if (oauth !== undefined)
    return t("the OAuth client {name} of {tokenUrl}", { name: oauth.client_id, tokenUrl: oauth.token_url });
  return certificate === undefined ? t("none") : t("a client certificate");
}

/** The members of the chosen kind of credential. */
function CredentialFields({ form, change, faultOf }: FieldsProps & Pick<CredentialProps, "faultOf">) {
  const control = texts({ form, change });
  if (form.auth === "oauth")
    return <OAuthFields form={form} change={change} secretHint={sealed} faultOf={faultOf} />;
  if (form.auth === "certificate")
    return (
      <>
        <Area label={t("Certificate (PEM)")} required rows={3} {...control("credential")} />
        <Area label={t("Private key (PEM)")} required rows={3} hint={sealed} {...control("value")} />
      </>
    );
  if (!(form.auth in credentialLabels)) return null;
  return (
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
  );
}

/** The address of an API's backend or upstream, and the credential that is sent there. */
export function AddressFields({ form, change, isNew, stored, faultOf, label, hint }: AddressProps) {
  const control = texts({ form, change });
  return (
    <>
      <Field label={label} hint={hint} {...control("service_url")} />
      <Select
        label={t("Credential of the {label}", { label: withinSentence(label) })}
        fault={faultOf("auth")}
        hint={
          form.auth === "keep" &&
          stored.length > 0 &&
          t("Stored: {names}.", { names: listed(stored.map(nameOf)) })
        }
        value={form.auth}
        change={(auth) => change({ ...form, auth: auth as ApiForm["auth"] })}
        options={[
          ...(isNew ? [] : [["keep", t("Keep what is stored")] as const]),
          ["none", isNew ? t("None") : t("Remove")],
          ["header", t("Send a header")],
          ["query", t("Send a query parameter")],
          ["basic", t("Send a user name and password")],
          ["certificate", t("Show a client certificate")],
          ["oauth", t("OAuth client credentials")],
        ]}
      />
      <CredentialFields form={form} change={change} faultOf={faultOf} />
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
