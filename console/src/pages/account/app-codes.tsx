import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { encode } from "uqr";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { reading } from "../../api/reading.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { textField } from "../../parts/fields.tsx";
import { FieldForm, FormDialog } from "../../parts/form-dialog.tsx";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

const codesMax = 10;

/** The app of a user whose codes sign-in needs, and the codes for a lost one. */
export function AppCodes({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const params = { path: { id: userId } };
  const queryKey = ["second-factor", userId];
  const query = useQuery(reading(queryKey, "/users/{id}/second-factor", params));
  const [begun, setBegun] = useState<{ readonly secret: string; readonly uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isRemoving, setRemoving] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey });
  const begin = async () => setBegun(await dataOf(api.POST("/users/{id}/second-factor", { params })));
  const show = async (made: Schemas["RecoveryCodes"]) => {
    setCodes(made.recovery_codes);
    setBegun(undefined);
    await refresh();
  };
  const renew = async () =>
    show(await dataOf(api.POST("/users/{id}/second-factor/recovery-codes", { params })));
  const confirm = async ({ code }: { code: string }) =>
    show(await dataOf(api.PUT("/users/{id}/second-factor", { params, body: { code } })));
  return (
    <Section
      className="c6"
      title={t("App codes")}
      note={t("6-digit codes from an authenticator app, after the password.")}
    >
      <Loaded query={query} what={t("Could not load the app codes")} rows={2}>
        {({ on_since: since, recovery_codes_left: left }) => (
          <>
            <p>
              {since ? (
                <span className="st st-ok">{t("On since {day}", { day: day(since) })}</span>
              ) : (
                t("Off")
              )}
            </p>
            {(since || left > 0) && (
              <p className="sm">
                {t("{left} of {codesMax} recovery codes left. New codes replace them.", { left, codesMax })}
              </p>
            )}
            <p className="actions note">
              <Button onPress={begin}>{since ? t("Replace app") : t("Add app codes")}</Button>
              {(since || left > 0) && <Button onPress={renew}>{t("Create 10 new codes")}</Button>}
              {since && (
                <Button look="danger" onPress={() => setRemoving(true)}>
                  {t("Turn off")}
                </Button>
              )}
            </p>
          </>
        )}
      </Loaded>
      {begun && <Begun begun={begun} confirm={confirm} />}
      {codes && <RecoveryCodes codes={codes} close={() => setCodes(undefined)} />}
      {isRemoving && (
        <TurnOff userId={userId} done={() => setCodes(undefined)} close={() => setRemoving(false)} />
      )}
    </Section>
  );
}

interface BegunProps {
  readonly begun: { readonly secret: string; readonly uri: string };
  confirm(values: { readonly code: string }): Promise<void>;
}

const Begun = ({ begun, confirm }: BegunProps) => (
  <>
    <QrCode text={begun.uri} />
    <p className="sm muted note">
      <T
        text="Scan it with your app, or type the key: {secret}"
        secret={<code>{begun.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>}
      />
    </p>
    <FieldForm
      fields={{
        code: textField({
          label: t("Code from the app"),
          inputMode: "numeric",
          autoComplete: "one-time-code",
          maxLength: 7,
        }),
      }}
      action={t("Turn on app codes")}
      busy={t("Turning on")}
      look="primary"
      send={confirm}
    />
  </>
);

interface TurnOffProps {
  readonly userId: string;
  done(): void;
  close(): void;
}

const TurnOff = ({ userId, done, close }: TurnOffProps) => (
  <FormDialog
    title={t("Turn off app codes?")}
    action={t("Turn off")}
    danger
    close={close}
    changes={[["second-factor", userId]]}
    send={async () => {
      await dataOf(api.DELETE("/users/{id}/second-factor", { params: { path: { id: userId } } }));
      done();
      return t("App codes turned off");
    }}
  >
    <p className="muted">
      {t(
        "Without a passkey your password alone is then enough to sign in, and recovery codes no longer work.",
      )}
    </p>
  </FormDialog>
);

function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text);
  const path = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width="180"
      height="180"
      role="img"
      aria-label={t("QR code for the authenticator app")}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#111" />
    </svg>
  );
}
