import { useRef } from "react";
import { t } from "../../base/language/language.ts";
import { RecoveryCodes } from "../../pages/account/recovery-codes.tsx";
import { useModal } from "../../parts/dialog.tsx";
import { codesNeeded } from "./codes-needed.ts";

interface NewCodesProps {
  readonly codes: readonly string[];
  leave(): void;
}

/** Recovery codes that a sign-in has made. They are shown before the requested page. */
export function NewCodes({ codes, leave }: NewCodesProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog);
  return (
    <dialog
      ref={dialog}
      className="dlg"
      aria-labelledby="new-codes"
      onCancel={(event) => event.preventDefault()}
      onClose={leave}
    >
      <h2 id="new-codes">{t("Your recovery codes")}</h2>
      <p className="muted">{codesNeeded}</p>
      <RecoveryCodes codes={codes} action={t("Continue")} close={leave} />
    </dialog>
  );
}
