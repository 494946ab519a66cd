import { useOwnKey } from "../../api/own-key.ts";
import { sessionStore } from "../../api/session.ts";
import { masked } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { copyText } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Scroll } from "../../parts/table.tsx";

/** What stands for the reader's key in the examples of the docs. */
const keyPlace = /\$KEY\b|vgk_…/g;

/** An example of the docs. To a signed-in user with a key it has that key: masked as shown, whole as copied. */
export function CodeBlock({ text }: { text: string }) {
  const signedIn = sessionStore.use() !== undefined;
  return signedIn && text.search(keyPlace) >= 0 ? (
    <WithKey text={text} />
  ) : (
    <Code shown={text} copied={text} />
  );
}

function WithKey({ text }: { text: string }) {
  const { key } = useOwnKey();
  if (!key) return <Code shown={text} copied={text} />;
  const put = (value: string) => text.replaceAll(keyPlace, () => value);
  return <Code shown={put(masked(key))} copied={put(key)} confirmation={t("Copied with your key")} />;
}

interface CodeProps {
  readonly shown: string;
  readonly copied: string;
  readonly confirmation?: string;
}

function Code({ shown, copied, confirmation }: CodeProps) {
  return (
    <div className="code copied">
      <Scroll label={t("Code")}>
        <pre>{shown}</pre>
      </Scroll>
      <Button look="text" onPress={() => copyText(copied, confirmation)}>
        {t("Copy")}
      </Button>
    </div>
  );
}
