import { t } from "../../base/language/language.ts";
import { Link } from "../../parts/router.tsx";
import type { Terms } from "./terms-queries.ts";

/** A version to read, in another tab: what is being filled in stays. */
export function TermsLink({ terms: { kind, version, title, url } }: { terms: Terms }) {
  const text = t("{title}, version {version}", { title, version });
  if (url)
    return (
      <a href={url} target="_blank" rel="noreferrer" dir="auto">
        {text}
      </a>
    );
  return (
    <Link to={`/agreements/${kind}/${version}`} target="_blank" dir="auto">
      {text}
    </Link>
  );
}

/** `Terms, version 2, and Privacy, version 1`. */
export function TermsLinks({ terms }: { terms: readonly Terms[] }) {
  return terms.map((one, index) => (
    <span key={one.kind}>
      {index > 0 && (index === terms.length - 1 ? t(", and ") : ", ")}
      <TermsLink terms={one} />
    </span>
  ));
}
