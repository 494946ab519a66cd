import { useQuery } from "@tanstack/react-query";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Section } from "../../parts/section.tsx";
import { numberGaps } from "./paper-queries.ts";

/** The numbers that a restore has left out; nothing without any. */
export function NumberGaps() {
  const { data: gaps = [] } = useQuery(numberGaps);
  if (gaps.length === 0) return null;
  return (
    <Section
      title={t("Numbers without a paper")}
      note={t("They were left out, because customers can have papers with them that are lost here.")}
    >
      <ul className="words">
        {gaps.map(({ first, last, reason, at }) => (
          <li key={first}>
            {t("{first} to {last}, since {day}: {reason}", { first, last, day: day(at), reason })}
          </li>
        ))}
      </ul>
    </Section>
  );
}
