import { useRef } from "react";
import { t } from "../base/language/language.ts";
import { Button } from "../parts/button.tsx";
import { useModal } from "../parts/dialog.tsx";
import { navigate } from "../parts/router.tsx";

/** A dialog over any page for an operator whose account has no factor that suffices. */
export function AddFactor({ leave }: { leave(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog);
  const open = () => {
    leave();
    navigate("/me?tab=security");
  };
  return (
    <dialog ref={dialog} className="dlg" aria-labelledby="add-factor" onCancel={leave}>
      <h2 id="add-factor">{t("Add a second factor")}</h2>
      <p className="muted">
        {t("This service requires a second factor of operators, and you have none that suffices.")}
      </p>
      <p className="actions">
        <Button look="primary" onPress={open}>
          {t("Open Security")}
        </Button>
        <Button onPress={leave}>{t("Cancel")}</Button>
      </p>
    </dialog>
  );
}
