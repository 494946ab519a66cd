import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Permission, useMay } from "../../api/account.ts";
import { chooseAccount } from "../../api/accounts.ts";
import { api, dataOf, listOf, type Subscription } from "../../api/client.ts";
import { downloadFile } from "../../api/download.ts";
import { subscriptionsOf } from "../../api/queries.ts";
import { type User, useUser } from "../../api/session.ts";
import { moment } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, TypedConfirm } from "../../parts/dialog.tsx";
import { choiceField, optionalField, textField } from "../../parts/fields.tsx";
import { everything, FormDialog } from "../../parts/form-dialog.tsx";
import { KeyRow } from "../../parts/key-row.tsx";
import { More } from "../../parts/more.tsx";

type Opened = "block" | "close" | "link" | "suspend" | "view";

/** The operator's actions on a customer. What is rare stands behind *More*, danger last. */
export function CustomerActions({ user, name }: { user: User; name: string }) {
  const self = useUser().id === user.id;
  const may = useMay();
  const subscriptions = useQuery(subscriptionsOf(user.id)).data?.items ?? [];
  const active = subscriptions.filter(({ state }) => state === "active");
  const [open, setOpen] = useState<Opened>();
  const close = () => setOpen(undefined);
  if (user.state === "deleted") return null;
  const item = (permission: Permission, of: Opened, text: string, danger = false) => (
    <Button permission={permission} look={danger ? "danger" : "text"} onPress={() => setOpen(of)}>
      {text}
    </Button>
  );
  return (
    <>
      {!self && user.role === "customer" && (
        <Button permission="customers.visit" onPress={() => setOpen("view")}>
          {t("View as")}
        </Button>
      )}
      <More>
        {user.email && (
          <a className="btn btn-text" href={`mailto:${user.email}`}>
            {t("Send mail")}
          </a>
        )}
        {user.kind === "person" && item("customers.change", "link", t("Create reset link"))}
        <Button
          permission="account.close"
          look="text"
          busy={t("Downloading")}
          onPress={() => downloadFile(`/users/${user.id}/export`, "account.zip", "application/zip")}
        >
          {t("Download everything")}
        </Button>
        {user.state === "blocked" && <Unblock user={user} />}
        {active.length > 0 && item("subscriptions.change", "suspend", t("Suspend calls"), true)}
        {!self && user.state !== "blocked" && item("customers.change", "block", t("Block"), true)}
        {!self && may("account.close") && item("account.close", "close", t("Close account"), true)}
      </More>
      {open === "view" && <ViewAs user={user} name={name} close={close} />}
      {open === "link" && <ResetLink user={user} close={close} />}
      {open === "suspend" && <SuspendCalls name={name} active={active} close={close} />}
      {open === "block" && <Block user={user} name={name} close={close} />}
      {open === "close" && <CloseAccount user={user} name={name} close={close} />}
    </>
  );
}

interface ActionProps {
  readonly user: User;
  readonly name: string;
  close(): void;
}

const changeState = (user: User, state: "active" | "blocked") =>
  dataOf(api.PATCH("/users/{user_id}", { params: { path: { user_id: user.id } }, body: { state } }));

function Unblock({ user }: { user: User }) {
  const queries = useQueryClient();
  const unblock = async () => {
    await changeState(user, "active").then(
      () => showToast(t("Customer unblocked")),
      (error: Error) => showToast(error.message),
    );
    await queries.invalidateQueries();
  };
  return (
    <Button permission="customers.change" look="text" onPress={unblock}>
      {t("Unblock")}
    </Button>
  );
}

function Block({ user, name, close }: ActionProps) {
  return (
    <FormDialog
      title={t("Block {name}?", { name })}
      action={t("Block customer")}
      danger
      close={close}
      changes={everything}
      send={async () => {
        await changeState(user, "blocked");
        return t("Customer blocked");
      }}
    >
      <p className="muted">
        {t("Sessions end. Keys and tokens return 401 or 403 until you unblock the customer.")}
      </p>
    </FormDialog>
  );
}

interface SuspendProps {
  readonly name: string;
  readonly active: readonly Subscription[];
  close(): void;
}

/** Suspends all active subscriptions with one reason; each is resumed on its own. */
function SuspendCalls({ name, active, close }: SuspendProps) {
  return (
    <FormDialog
      title={t("Suspend the calls of {name}?", { name })}
      action={t("Suspend calls")}
      danger
      close={close}
      changes={everything}
      above={
        <p className="muted">
          {t(
            "The keys of {subscriptions, plural, one {# subscription} other {# subscriptions}} return 403 from the next call. You can resume each with its credits.",
            { subscriptions: active.length },
          )}
        </p>
      }
      fields={{
        reason: optionalField({ label: t("Reason (shown to the customer)"), maxLength: 500 }),
      }}
      send={async ({ reason }) => {
        for (const { id } of active)
          await dataOf(
            api.PATCH("/subscriptions/{subscription_id}", {
              params: { path: { subscription_id: id } },
              body: { state: "suspended", state_comment: reason },
            }),
          );
        return t("Calls suspended");
      }}
    />
  );
}

function CloseAccount({ user, name, close }: ActionProps) {
  const queries = useQueryClient();
  const remove = async () => {
    await dataOf(api.DELETE("/users/{user_id}", { params: { path: { user_id: user.id } } }));
    await queries.invalidateQueries();
    showToast(t("Account closed"));
  };
  return (
    <TypedConfirm
      title={t("Close the account of {name}?", { name })}
      word={user.email || user.id}
      action={t("Close account")}
      keep={t("Keep account")}
      act={remove}
      close={close}
    >
      <p>
        {t(
          "Names, email and notes are removed, keys stop working immediately, and IP addresses in the request log are cleared. Charges stay in credit history and reports. This cannot be undone.",
        )}
      </p>
    </TypedConfirm>
  );
}

/** Shows the account to the operator as its owner sees it; that of a member too, for an organization. */
function ViewAs({ user, name, close }: ActionProps) {
  const query = { page: 1, page_size: 100 };
  const params = { path: { id: user.id }, query };
  const members =
    useQuery({
      queryKey: ["members", user.id, query],
      queryFn: () => listOf(api.GET("/organizations/{id}/members", { params })),
      enabled: user.kind === "organization",
    }).data?.items ?? [];
  return (
    <FormDialog
      title={t("View as {name}?", { name })}
      action={t("View as {name}", { name })}
      busy={t("Opening")}
      close={close}
      above={
        <p className="muted">
          {t("You can change nothing, and keys stay hidden. The customer sees the reason.")}
        </p>
      }
      fields={{
        account: choiceField({
          label: t("Account"),
          shown: members.length > 0,
          options: [[user.id, name], ...members.map((one) => [one.user_id, one.name] as const)],
        }),
        reason: textField({ label: t("Reason"), maxLength: 200, hint: t("For example, “Ticket 4471”.") }),
      }}
      send={({ account, reason }) => chooseAccount(account || user.id, reason)}
    />
  );
}

function ResetLink({ user, close }: { user: User; close: () => void }) {
  const [made, setMade] = useState<{ reset_link: string; expires_at: string }>();
  const create = async () => {
    setMade(await dataOf(api.POST("/users/{id}/resetLink", { params: { path: { id: user.id } } })));
    // A dialog closes after its action; this one is replaced.
    return new Promise(() => undefined);
  };
  if (!made)
    return (
      <Dialog
        key="create"
        title={t("Create reset link?")}
        action={t("Create reset link")}
        act={create}
        close={close}
      >
        <p className="muted">
          {t(
            "Anyone who opens it can set a new password for {email}, once, within 24 hours. No email is sent: pass it on yourself. Earlier links stop working.",
            { email: user.email },
          )}
        </p>
      </Dialog>
    );
  return (
    <Dialog
      key="created"
      title={t("Reset link created")}
      action={t("Done")}
      keep={t("Close")}
      act={() => undefined}
      close={close}
      wide
    >
      <KeyRow secret={made.reset_link} label={t("Reset link")} shown />
      <p className="muted">
        {t("Copy it now. You cannot see it again. It expires on {moment} UTC.", {
          moment: moment(made.expires_at),
        })}
      </p>
    </Dialog>
  );
}
