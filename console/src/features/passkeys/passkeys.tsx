import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { useUser } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { RecoveryCodes } from "../../pages/account/recovery-codes.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { textField } from "../../parts/fields.tsx";
import { FieldForm, FormDialog } from "../../parts/form-dialog.tsx";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { hidden, Table } from "../../parts/table.tsx";
import { localDay } from "../../parts/time.tsx";
import { useChange } from "../../parts/use-change.ts";
import { codesNeeded } from "./codes-needed.ts";
import { hasPasskeys, makePasskey, noPasskeys } from "./device.ts";
import { passkeysOf } from "./passkey-queries.ts";

type Passkey = Schemas["Passkey"];

interface Opened {
  readonly passkey: Passkey;
  readonly to: "rename" | "remove";
}

/** The user's passkeys, and the form that adds one. */
export function Passkeys() {
  const { id } = useUser();
  const query = useQuery(passkeysOf(id));
  const [opened, setOpened] = useState<Opened>();
  const [added, setAdded] = useState(0);
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setOpened(undefined);
  const params = { path: { id } };
  // A session that began with a password now counts as one with a passkey. Recovery codes come with the first passkey,
  // and go with the last one.
  const changed = useChange(passkeysOf(id).queryKey, ["sessions"], ["second-factor"]);
  const add = async ({ name }: { name: string }) => {
    const response = await makePasskey(await dataOf(api.POST("/users/{id}/passkeys/options", { params })));
    const made = dataOf(api.POST("/users/{id}/passkeys", { params, body: { name, response } }));
    await changed(made, t("Passkey added"));
    setCodes((await made).recovery_codes);
    setAdded(added + 1);
  };
  return (
    <Section className="c6" title={t("Passkeys")} note={t("Sign in with your device instead of a password.")}>
      <Loaded query={query} what={t("Could not load the passkeys")} rows={2}>
        {(passkeys) => passkeys.length > 0 && <PasskeyTable passkeys={passkeys} open={setOpened} />}
      </Loaded>
      {hasPasskeys() ? (
        <FieldForm
          key={added}
          fields={{
            name: textField({ label: t("Name of this device"), maxLength: 60, autoComplete: "off" }),
          }}
          action={t("Add passkey")}
          busy={t("Adding")}
          send={add}
        />
      ) : (
        <p className="sm muted note">{noPasskeys}</p>
      )}
      {codes && (
        <>
          <p className="note">{codesNeeded}</p>
          <RecoveryCodes codes={codes} close={() => setCodes(undefined)} />
        </>
      )}
      {opened?.to === "rename" && (
        <Rename passkey={opened.passkey} userId={id} changed={changed} close={close} />
      )}
      {opened?.to === "remove" && (
        <Remove passkey={opened.passkey} userId={id} changed={changed} close={close} />
      )}
    </Section>
  );
}

interface TableProps {
  readonly passkeys: readonly Passkey[];
  open(opened: Opened): void;
}

const PasskeyTable = ({ passkeys, open }: TableProps) => (
  <Table
    caption={t("Passkeys")}
    items={passkeys}
    keyOf={(passkey) => passkey.id}
    columns={[
      { head: t("Passkey"), cell: ({ name }) => <bdi>{name}</bdi> },
      { head: t("Added"), cell: ({ created_at: at }) => localDay(at) },
      {
        head: t("Last used"),
        cell: ({ last_used_at: at }) => (at === null ? t("Not used yet") : localDay(at)),
      },
      {
        head: hidden(t("Actions")),
        figures: true,
        cell: (passkey) => (
          <>
            <Button look="text" onPress={() => open({ passkey, to: "rename" })}>
              <T text="Rename{name}" name={<span className="vh"> {passkey.name}</span>} />
            </Button>{" "}
            <Button look="text" onPress={() => open({ passkey, to: "remove" })}>
              <T text="Remove{name}" name={<span className="vh"> {passkey.name}</span>} />
            </Button>
          </>
        ),
      },
    ]}
  />
);

interface ChangeProps {
  readonly passkey: Passkey;
  readonly userId: string;
  readonly changed: ReturnType<typeof useChange>;
  close(): void;
}

function Rename({ passkey, userId, changed, close }: ChangeProps) {
  const params = { path: { id: userId, passkey_id: passkey.id } };
  return (
    <FormDialog
      title={t("Rename passkey")}
      action={t("Rename")}
      close={close}
      fields={{
        name: textField({
          label: t("Name"),
          initial: passkey.name,
          required: false,
          blocksEmpty: true,
          maxLength: 60,
          autoComplete: "off",
        }),
      }}
      send={(body) =>
        changed(
          dataOf(api.PATCH("/users/{id}/passkeys/{passkey_id}", { params, body })),
          t("Passkey renamed"),
        )
      }
    />
  );
}

function Remove({ passkey, userId, changed, close }: ChangeProps) {
  const act = () => {
    const params = { path: { id: userId, passkey_id: passkey.id } };
    return changed(dataOf(api.DELETE("/users/{id}/passkeys/{passkey_id}", { params })), t("Passkey removed"));
  };
  return (
    <Dialog
      title={t("Remove {name}?", { name: passkey.name })}
      action={t("Remove")}
      danger
      act={act}
      close={close}
    >
      <p className="muted">
        {t("It can no longer sign in. Your device may still offer it: delete it there too.")}
      </p>
      <p className="muted">{t("Without another second factor your recovery codes no longer work.")}</p>
    </Dialog>
  );
}
