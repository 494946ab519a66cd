import { useState } from "react";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { textField } from "../../parts/fields.tsx";
import { FieldForm } from "../../parts/form-dialog.tsx";
import { FormPage } from "./form-page.tsx";

interface SignInCodeProps {
  readonly email: string;
  /** Whether an app shows codes; otherwise a recovery code replaces a passkey. */
  readonly hasApp: boolean;
  /** Signs in with the password that was accepted. */
  send(code: string): Promise<void>;
  back(): void;
}

/** The second step of sign-in. The password is only in memory: a reload begins again. */
export function SignInCode({ email, hasApp, send, back }: SignInCodeProps) {
  const [isRecovery, setRecovery] = useState(!hasApp);
  const [typed, setTyped] = useState<string>();
  const digits = typed?.replace(/\s/g, "") ?? "";
  const isShort = !isRecovery && typed !== undefined && !/^\d{6}$/.test(digits);
  const fault = isShort
    ? t("{digits, plural, one {# digit} other {# digits}}; a code has 6.", { digits: digits.length })
    : undefined;
  return (
    <FormPage title={t("Enter your code")}>
      <p className="muted">
        {t("Password accepted for {email}.", { email })}{" "}
        {isRecovery
          ? t("Each of your ten recovery codes works once.")
          : t("Your authenticator app shows 6 digits.")}
      </p>
      <FieldForm
        key={String(isRecovery)}
        fields={{
          code: textField(
            isRecovery
              ? { label: t("Recovery code"), autoComplete: "off", spellCheck: false, maxLength: 20 }
              : {
                  label: t("Code"),
                  inputMode: "numeric",
                  autoComplete: "one-time-code",
                  maxLength: 7,
                  autoFocus: true,
                },
          ),
        }}
        action={t("Sign in")}
        busy={t("Signing in")}
        look="primary"
        send={async ({ code }) => {
          const isWhole = isRecovery || /^\d{6}$/.test(code.replace(/\s/g, ""));
          setTyped(isWhole ? undefined : code);
          if (isWhole) await send(code.replace(/\s/g, ""));
        }}
      >
        {fault && (
          <p role="alert" className="fault">
            {fault}
          </p>
        )}
      </FieldForm>
      <p className="actions">
        {hasApp && (
          <Button onPress={() => setRecovery(!isRecovery)}>
            {isRecovery ? t("Use a code of the app") : t("Use a recovery code")}
          </Button>
        )}
        <Button onPress={back}>{hasApp ? t("Use another account") : t("Use a passkey")}</Button>
      </p>
    </FormPage>
  );
}
