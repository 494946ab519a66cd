import { type ReactNode, useState } from "react";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";

interface ReturnButtonProps {
  readonly sum: string;
  /** The text of the press that confirms it. */
  readonly action: string;
  readonly act: () => unknown;
  /** What returning it does. */
  readonly children: ReactNode;
}

/** Returns money that came without a payment, after a question. */
export function ReturnButton({ sum, action, act, children }: ReturnButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button permission="payments.decide" onPress={() => setOpen(true)}>
        {t("Return {sum}", { sum })}
      </Button>
      {isOpen && (
        <Dialog title={t("Return {sum}?", { sum })} action={action} act={act} close={() => setOpen(false)}>
          <p>{children}</p>
          <p className="muted">{t("This cannot be undone.")}</p>
        </Dialog>
      )}
    </>
  );
}
