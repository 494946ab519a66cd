import { api, asClient, dataOf } from "../../api/client.ts";
import { setSession } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { leaveSignIn } from "../../parts/leave-sign-in.ts";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { hasPasskeys, noPasskeys, provePasskey } from "./device.ts";

/** The button that signs in with any passkey of this service that the device has. */
export function SignInWithPasskey({ next }: { next: string | undefined }) {
  const { problem, submit } = useForm(async () => {
    const headers = await asClient();
    const options = await dataOf(api.POST("/auth/passkey/options", { headers }));
    const body = { response: await provePasskey(options) };
    setSession(await dataOf(api.POST("/auth/passkey", { body, headers })));
    await leaveSignIn(next);
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
    </>
  );
}
