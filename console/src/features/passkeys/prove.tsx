import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { sessionStore, useUser } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { hasPasskeys, provePasskey } from "./device.ts";
import { passkeysOf } from "./passkey-queries.ts";

/** The button by which a user with a passkey proves again who it is. */
export function ProveWithPasskey({ done }: { done: () => void }) {
  const { data: passkeys = [] } = useQuery(passkeysOf(useUser().id));
  const { problem, submit } = useForm(async () => {
    // A header of its own: a session that has ended must not wait for this dialog.
    const headers = { authorization: `Bearer ${sessionStore.get()?.token ?? ""}` };
    const options = await dataOf(api.POST("/auth/passkey/options", { headers }));
    const body = { response: await provePasskey(options) };
    await dataOf(api.POST("/auth/step-up/passkey", { body, headers }));
    done();
  });
  if (passkeys.length === 0 || !hasPasskeys()) return null;
  return (
    <>
      <Button busy={t("Confirming")} onPress={() => submit()}>
        {t("Use a passkey")}
      </Button>
      <Fault message={problem?.message} />
    </>
  );
}
