import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";
import { reading } from "../api/reading.ts";
import { useUser } from "../api/session.ts";
import { t } from "../base/language/language.ts";
import { T } from "../base/language/rich-text.tsx";
import { showToast } from "../base/toast.ts";
import { Button } from "./button.tsx";
import { Fault, useForm } from "./use-form.tsx";

/** The address of the signed-in user while it is not confirmed. Another tab can confirm it. */
export function useUnconfirmed(): string | undefined {
  const { id, email_confirmed: isConfirmed } = useUser();
  const { data } = useQuery({
    ...reading(["users", id, "confirmed"], "/users/{user_id}", { path: { user_id: id } }),
    // The session has the user of the sign-in.
    enabled: isConfirmed === false,
  });
  return data && !data.email_confirmed ? data.email : undefined;
}

/** Shows that the address of the signed-in user is not confirmed, and sends the link again. */
export function ConfirmEmail() {
  const email = useUnconfirmed();
  const { problem, submit } = useForm(async () => {
    await dataOf(api.POST("/auth/confirm/send"));
    showToast(t("Link sent"));
  });
  if (!email) return null;
  return (
    <section className="sec" aria-label={t("Confirm your email")}>
      <h2>{t("Confirm your email")}</h2>
      <p>
        <T
          text="We sent a link to {email}. It works for 24 hours. Your trial credits work without it; payments, and mail about credits and plans, need it."
          email={<b>{email}</b>}
        />
      </p>
      <p className="actions note">
        <Button onPress={() => submit()}>{t("Send again")}</Button>
      </p>
      <Fault message={problem?.message} />
    </section>
  );
}
