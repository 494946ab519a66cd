import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { sessionStore, useUser } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { addressStore } from "../../parts/router.tsx";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { leaveFor } from "./attempt.ts";
import { identitiesOf } from "./sign-on-queries.ts";

/** The button by which a user with a linked identity proves at its provider who it is. It leaves the page. */
export function ProveWithSignOn() {
  const { data: identities = [] } = useQuery(identitiesOf(useUser().id));
  const provider = identities.find((one) => one.provider !== null)?.provider;
  const { problem, submit } = useForm(async () => {
    // A header of its own: a session that has ended must not wait for this dialog.
    const headers = { authorization: `Bearer ${sessionStore.get()?.token ?? ""}` };
    const start = await dataOf(api.POST("/auth/step-up/sign-on/start", { headers }));
    leaveFor(start, { isStepUp: true, next: addressStore.get().pathname + location.search });
  });
  if (!provider) return null;
  return (
    <>
      <Button busy={t("Leaving")} onPress={() => submit()}>
        {t("Continue with {provider}", { provider })}
      </Button>
      <p className="sm muted">{t("It leaves this page: what you typed here is lost.")}</p>
      <Fault message={problem?.message} />
    </>
  );
}
