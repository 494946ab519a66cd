import { t } from "../../base/language/language.ts";
import { Field, Select } from "../../parts/field.tsx";
import type { FieldsProps } from "./api-fields.tsx";
import type { OAuthForm } from "./api-form.ts";

interface OAuthProps extends FieldsProps {
  readonly secretHint: string;
  /** Why a member was not accepted. */
  faultOf(member: string): string | undefined;
}

/** The client whose access tokens an upstream takes. */
export function OAuthFields({ form, change, secretHint, faultOf }: OAuthProps) {
  const { oauth } = form;
  const member = (name: keyof OAuthForm) => ({
    value: oauth[name],
    change: (value: string) => change({ ...form, oauth: { ...oauth, [name]: value } }),
    fault: faultOf(name),
    autoComplete: "off",
  });
  return (
    <>
      <Field
        label={t("Token URL")}
        required
        hint={t("For example, https://vendor.example/oauth/token.")}
        {...member("token_url")}
      />
      <Field label={t("Client ID")} required {...member("client_id")} />
      <Field
        label={t("Client secret")}
        type="password"
        required
        hint={secretHint}
        fault={faultOf("value")}
        autoComplete="off"
        value={form.value}
        change={(value) => change({ ...form, value })}
      />
      <Field label={t("Scope")} hint={t("Leave empty to send none.")} {...member("scope")} />
      <Field label={t("Audience")} hint={t("Leave empty to send none.")} {...member("audience")} />
      <Select
        label={t("Client ID and secret are sent")}
        options={[
          ["basic", t("As HTTP basic authentication")],
          ["body", t("In the body of the request")],
        ]}
        {...member("style")}
      />
    </>
  );
}
