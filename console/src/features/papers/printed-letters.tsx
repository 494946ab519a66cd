import { useQuery } from "@tanstack/react-query";
import { useAccount } from "../../api/account.ts";
import { reading } from "../../api/reading.ts";
import { t } from "../../base/language/language.ts";
import { useSettled } from "../../parts/use-settled.ts";

/** Latin letters, which the font of papers has: nothing is requested for them. */
const isLatin = (letter: string): boolean => letter.codePointAt(0)! <= 0x24f;

const pauseMs = 400;
const requestedMax = 100;
const namedMax = 10;

/** Each letter of a text once that a font can lack. */
const rareIn = (text: string): string =>
  [...new Set(text)]
    .filter((letter) => !isLatin(letter))
    .sort()
    .slice(0, requestedMax)
    .join("");

/** The specification of a text that invoices print: its field warns of letters that no font has. */
export const printed = <S extends { readonly label: string }>(spec: S) => ({
  ...spec,
  warning: (text: string) => <MissingLetters label={spec.label} text={text} />,
});

function MissingLetters({ label, text }: { label: string; text: string }) {
  const isOperator = useAccount().role === "operator";
  const rare = rareIn(text);
  const settled = useSettled(rare, rare, pauseMs);
  const { data } = useQuery({
    ...reading(["letters", settled], "/papers/letters", { query: { text: settled } }),
    enabled: settled !== "",
  });
  const missing = data?.missing.filter((letter) => text.includes(letter)) ?? [];
  if (missing.length === 0) return null;
  const letters = missing.slice(0, namedMax).join(" ") + (missing.length > namedMax ? " …" : "");
  return (
    <>
      {t("Invoices show boxes in “{label}”: no font has {letters}.", { label, letters })}{" "}
      {isOperator
        ? t("Set VINGATE_STATEMENT_FONT to a font that has them.")
        : t("Use other letters, or ask the operator for a font that has them.")}
    </>
  );
}
