import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
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
  const links = terms.map((one, index) => (
    <span key={one.kind}>
      {index > 0 && index < terms.length - 1 && ", "}
      <TermsLink terms={one} />
    </span>
  ));
  if (links.length < 2) return links;
  return <T text="{links}, and {last}" links={links.slice(0, -1)} last={links.at(-1)} />;
}
