import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Mark } from "../../parts/brand.tsx";
import { usePageTitle } from "../../parts/page-title.ts";

/** A page with one form on it and nothing else. */
export function Alone({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  usePageTitle(title);
  return (
    <main className="alone" id="main">
      <Link className="brand" to="/">
        <Mark />
        Vingate
      </Link>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
