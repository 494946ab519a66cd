import { useState } from "react";
import { api, asClient, dataOf } from "../../api/client.ts";
import { type Session, setSession } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { leaveSignIn } from "../../parts/leave-sign-in.ts";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { hasPasskeys, noPasskeys, provePasskey } from "./device.ts";
import { NewCodes } from "./new-codes.tsx";

/** The button that signs in with any passkey of this service that the device has. */
export function SignInWithPasskey({ next }: { next: string | undefined }) {
  const [begun, setBegun] = useState<{ readonly session: Session; readonly codes: readonly string[] }>();
  const enter = async (session: Session) => {
    setSession(session);
    await leaveSignIn(next);
  };
  const { problem, submit } = useForm(async () => {
    const headers = await asClient();
    const options = await dataOf(api.POST("/auth/passkey/options", { headers }));
    const body = { response: await provePasskey(options) };
    const { recovery_codes: codes, ...session } = await dataOf(api.POST("/auth/passkey", { body, headers }));
    if (codes) setBegun({ session, codes });
    else await enter(session);
  });
  return (
    <>
      <Button
        look="primary"
        busy={t("Signing in")}
        unavailable={!hasPasskeys() && noPasskeys}
        onPress={() => submit()}
      >
        {t("Sign in with a passkey")}
      </Button>
      <Fault message={problem?.message} />
      {begun && <NewCodes codes={begun.codes} leave={() => enter(begun.session)} />}
    </>
  );
}
