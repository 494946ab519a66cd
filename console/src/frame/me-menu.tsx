import { useEffect, useState } from "react";
import { t } from "../base/language/language.ts";
import { Button } from "../parts/button.tsx";
import { LanguageChoice } from "../parts/language-choice.tsx";
import { usePopUp } from "../parts/more.tsx";
import { addressStore } from "../parts/router.tsx";
import { TimesChoice } from "../parts/times-choice.tsx";
import { MeLinks } from "./entries.tsx";

interface MeMenuProps {
  readonly name: string;
  readonly detail: string;
  readonly replaces: boolean;
  showKeys(): void;
  signOut(): Promise<void>;
}

/** What belongs to the reader and not to the page, behind the name. */
export function MeMenu({ name, detail, replaces, showKeys, signOut }: MeMenuProps) {
  const { close, details } = usePopUp();
  const { pathname, search } = addressStore.use();
  useEffect(close, [pathname, search]);
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="more me" {...details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>
          <b dir="auto">{name}</b>
          <span className="sub" title={detail}>
            {detail}
          </span>
        </span>
      </summary>
      <div className="more-items">
        <MeLinks replaces={replaces} />
        <Button look="text" onPress={showKeys}>
          {t("Keyboard shortcuts")} <kbd>?</kbd>
        </Button>
        <div className="choice">
          <span aria-hidden="true">{t("Language")}</span>
          <LanguageChoice />
        </div>
        <div className="choice">
          <span aria-hidden="true">{t("Times")}</span>
          <TimesChoice all={isOpen} />
        </div>
        <Button look="text" onPress={signOut} busy={t("Signing out")}>
          {t("Sign out")}
        </Button>
      </div>
    </details>
  );
}
