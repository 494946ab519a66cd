import { useQuery } from "@tanstack/react-query";
import { useAccount, useMay } from "../../api/account.ts";
import { api, dataOf } from "../../api/client.ts";
import { downloadFile } from "../../api/download.ts";
import { setSession, useUser } from "../../api/session.ts";
import { counted } from "../../base/format.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { DeleteSection } from "../../parts/delete-section.tsx";
import { TypedConfirm } from "../../parts/dialog.tsx";
import { navigate } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";

/** The data of the account that a customer acts for as a file, and its end. */
export function LeaveAccount() {
  const { id, role } = useAccount();
  const may = useMay();
  if (role === "operator" || !may("account.close")) return null;
  return (
    <>
      <Section
        title="Your data"
        note="One ZIP file: subscriptions, calls, statements, invoices, payments, members. Keys and passwords are not in it."
      >
        <Button
          busy="Preparing"
          onPress={() => downloadFile(`/users/${id}/export`, "account.zip", "application/zip")}
        >
          Download your data
        </Button>
      </Section>
      <DeleteSection
        permission="account.close"
        title="Close account"
        note="Ends subscriptions and keys, and removes personal data. It cannot be undone."
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
    showToast("Account closed");
    // A session for an organization goes on: its next request leads to the member's own account.
    if (id !== user.id) return navigate("/overview");
    await navigate("/");
    setSession(undefined);
  };
  return (
    <TypedConfirm
      title="Close this account?"
      action="Close account"
      busy="Closing"
      word={query.data?.email ?? "the email"}
      act={end}
      close={close}
    >
      <Loaded query={query} what="Could not load what closing ends" rows={3}>
        {({ subscriptions, credits, kept }) => (
          <>
            <p>
              {counted(subscriptions, "subscription")} {subscriptions === 1 ? "ends" : "end"} now, with all
              keys. {credits > 0 && <b>{counted(credits, "credit")} are lost. </b>}
              It cannot be undone.
            </p>
            <p className="muted">What is kept:</p>
            <ul className="muted">
              {kept.map(({ what, period }) => (
                <li key={what}>
                  {what}: {period === "No end" ? "without end" : period}
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </TypedConfirm>
  );
}
