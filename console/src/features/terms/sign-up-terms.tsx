import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { T } from "../../base/language/rich-text.tsx";
import type { SignUpPartProps } from "../../parts/page-parts.ts";
import { queryClient } from "../../parts/query-client.ts";
import { TermsLinks } from "./terms-link.tsx";
import { acceptAll, currentTerms } from "./terms-queries.ts";

/** Loaded with the terms, so that the button below does not move when they arrive. */
export async function loadSignUpTerms() {
  await queryClient.prefetchQuery(currentTerms);
  return { default: SignUpTerms };
}

/** The box of a new user that accepts the current terms; nothing without terms. */
export function SignUpTerms({ afterwards }: SignUpPartProps) {
  const terms = useQuery(currentTerms).data ?? [];
  const [accepted, setAccepted] = useState(false);
  if (terms.length === 0) return null;
  const change = (checked: boolean) => {
    setAccepted(checked);
    afterwards(async () => checked && acceptAll(terms));
  };
  return (
    <label className="check">
      <input type="checkbox" required checked={accepted} onChange={({ target }) => change(target.checked)} />
      <span>
        <T text="I accept: {termsLinks}" termsLinks={<TermsLinks terms={terms} />} />
      </span>
    </label>
  );
}
