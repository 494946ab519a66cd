import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { chooseAccount } from "../../api/accounts.ts";
import { api, dataOf } from "../../api/client.ts";
import { type User, useUser } from "../../api/session.ts";
import { moment } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { DeleteSection } from "../../parts/delete-section.tsx";
import { Dialog, TypedConfirm } from "../../parts/dialog.tsx";
import { textField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { KeyRow } from "../../parts/key-row.tsx";
import { EditUser } from "./edit-user.tsx";
import { SubscribeUser } from "./subscribe-user.tsx";

/** The operator's actions on a user: plan, details, reset link, block. */
export function UserActions({ user, name }: { user: User; name: string }) {
  const queries = useQueryClient();
  const self = useUser().id === user.id;
  const [open, setOpen] = useState<"block" | "link" | "edit" | "plan" | "view">();
  const params = { path: { user_id: user.id } };
  const close = () => setOpen(undefined);
  const setState = async (state: "active" | "blocked") => {
    await dataOf(api.PATCH("/users/{user_id}", { params, body: { state } }));
    await queries.invalidateQueries();
    showToast(state === "active" ? t("User unblocked") : t("User blocked"));
  };
  const unblock = () => setState("active").catch((error: Error) => showToast(error.message));
  if (user.state === "deleted") return null;
  return (
    <>
      {!self && user.role === "customer" && (
        <Button permission="customers.visit" onPress={() => setOpen("view")}>
          {t("View as customer")}
        </Button>
      )}
      <Button permission="subscriptions.change" onPress={() => setOpen("plan")}>
        {t("Add to a plan")}
      </Button>
      {!self && (
        <Button permission="customers.change" onPress={() => setOpen("edit")}>
          {t("Edit user")}
        </Button>
      )}
      <Button permission="customers.change" onPress={() => setOpen("link")}>
        {t("Create reset link")}
      </Button>
      {!self &&
        (user.state === "blocked" ? (
          <Button permission="customers.change" onPress={unblock}>
            {t("Unblock")}
          </Button>
        ) : (
          <Button permission="customers.change" onPress={() => setOpen("block")}>
            {t("Block")}
          </Button>
        ))}
      {open === "plan" && <SubscribeUser user={user} name={name} close={close} />}
      {open === "edit" && <EditUser user={user} close={close} />}
      {open === "view" && <ViewAsCustomer user={user} name={name} close={close} />}
      {open === "link" && <ResetLink user={user} close={close} />}
      {open === "block" && (
        <Dialog
          title={t("Block {name}?", { name })}
          action={t("Block user")}
          danger
          act={() => setState("blocked")}
          close={close}
        >
          <p className="muted">
            {t("Sessions end. Keys and tokens return 401 or 403 until you unblock the user.")}
          </p>
        </Dialog>
      )}
    </>
  );
}

export function DeleteUser({ user, name }: { user: User; name: string }) {
  const queries = useQueryClient();
  const self = useUser().id === user.id;
  const remove = async () => {
    await dataOf(api.DELETE("/users/{user_id}", { params: { path: { user_id: user.id } } }));
    await queries.invalidateQueries();
    showToast(t("User deleted"));
  };
  if (self || user.state === "deleted") return null;
  return (
    <DeleteSection
      permission="account.close"
      title={t("Delete user")}
      note={t(
        "Names and email are removed, keys stop working immediately, and IP addresses in the request log are cleared. Charges stay in credit history and reports.",
      )}
      confirm={(close) => (
        <TypedConfirm
          title={t("Delete {name}?", { name })}
          word={user.email || user.id}
          action={t("Delete user")}
          keep={t("Keep user")}
          act={remove}
          close={close}
        >
          <p>{t("This cannot be undone.")}</p>
        </TypedConfirm>
      )}
    />
  );
}

interface ViewProps {
  readonly user: User;
  readonly name: string;
  close(): void;
}

/** Shows the account to the operator as its owner sees it. */
function ViewAsCustomer({ user, name, close }: ViewProps) {
  return (
    <FormDialog
      title={t("View as {name}?", { name })}
      action={t("View as customer")}
      busy={t("Opening")}
      close={close}
      above={
        <p className="muted">
          {t("You can change nothing, and keys stay hidden. The customer sees the reason.")}
        </p>
      }
      fields={{
        reason: textField({ label: t("Reason"), maxLength: 200, hint: t("For example, “Ticket 4471”.") }),
      }}
      send={({ reason }) => chooseAccount(user.id, reason)}
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
