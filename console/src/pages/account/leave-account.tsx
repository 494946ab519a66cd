import { useQuery } from "@tanstack/react-query";
import { useAccount, useMay } from "../../api/account.ts";
import { api, dataOf } from "../../api/client.ts";
import { downloadFile } from "../../api/download.ts";
import { setSession, useUser } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { DeleteSection } from "../../parts/delete-section.tsx";
import { TypedConfirm } from "../../parts/dialog.tsx";
import { navigate } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { homePath } from "../../parts/side-paths.ts";
import { Loaded } from "../../parts/states.tsx";

/** The data of the account that a customer acts for as a file, and its end. */
export function LeaveAccount() {
  const { id, role } = useAccount();
  const may = useMay();
  if (role === "operator" || !may("account.close")) return null;
  return (
    <>
      <Section
        title={t("Your data")}
        note={t(
          "One ZIP file: subscriptions, calls, statements, invoices, payments, members. Keys and passwords are not in it.",
        )}
      >
        <Button
          busy={t("Preparing")}
          onPress={() => downloadFile(`/users/${id}/export`, "account.zip", "application/zip")}
        >
          {t("Download your data")}
        </Button>
      </Section>
      <DeleteSection
        permission="account.close"
        title={t("Close account")}
        note={t("Ends subscriptions and keys, and removes personal data. It cannot be undone.")}
        confirm={(close) => <Closing accountId={id} close={close} />}
      />
    </>
  );
}

function Closing({ accountId: id, close }: { accountId: string; close(): void }) {
  const user = useUser();
  const query = useQuery({
    queryKey: ["closing", id],
    queryFn: async () => {
      const [account, closing] = await Promise.all([
        dataOf(api.GET("/users/{user_id}", { params: { path: { user_id: id } } })),
        dataOf(api.GET("/users/{id}/closing", { params: { path: { id } } })),
      ]);
      return Object.assign({ email: account.email }, closing);
    },
    // Credits are spent meanwhile.
    gcTime: 0,
  });
  const end = async () => {
    const body = { email: query.data?.email ?? "" };
    await dataOf(api.POST("/users/{id}/closing", { params: { path: { id } }, body }));
    showToast(t("Account closed"));
    // A session for an organization goes on: its next request leads to the member's own account.
    if (id !== user.id) return navigate(homePath());
    await navigate("/");
    setSession(undefined);
  };
  return (
    <TypedConfirm
      title={t("Close this account?")}
      action={t("Close account")}
      busy={t("Closing")}
      word={query.data?.email ?? "the email"}
      act={end}
      close={close}
    >
      <Loaded query={query} what={t("Could not load what closing ends")} rows={3}>
        {({ subscriptions, credits, kept }) => (
          <>
            <p>
              <T
                text="{subscriptions, plural, one {# subscription} other {# subscriptions}} {subscriptions, plural, one {ends} other {end}} now, with all keys. {credits}It cannot be undone."
                subscriptions={subscriptions}
                credits={
                  credits > 0 && (
                    <b>{t("{credits, plural, one {# credit} other {# credits}} are lost.", { credits })} </b>
                  )
                }
              />
            </p>
            <p className="muted">{t("What is kept:")}</p>
            <ul className="muted">
              {kept.map(({ what, period }) => (
                <li key={what}>
                  {what}: {period === "No end" ? t("without end") : period}
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </TypedConfirm>
  );
}
