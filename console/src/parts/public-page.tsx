import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { sessionStore } from "../api/session.ts";
import { servicePath } from "../base/service-path.ts";
import { Mark } from "./brand.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

/** The frame of pages that need no sign-in. */
export function PublicPage({ children }: { readonly children: ReactNode }) {
  const signedIn = sessionStore.use() !== undefined;
  return (
    <div className="land">
      <header className="land-top">
        <Link className="brand" to="/">
          <Mark />
          Vingate
        </Link>
        <nav aria-label="Site">
          <Link to="/docs">Docs</Link>
          <Link to="/reference">API reference</Link>
          {signedIn ? <Link to="/overview">Open console</Link> : <Link to="/sign-in">Sign in</Link>}
        </nav>
      </header>
      {children}
      <footer className="land-foot">
        <p>
          <a href={`${servicePath}/openapi.json`}>OpenAPI document</a>,{" "}
          <a href={`${servicePath}/llms.txt`}>llms.txt</a>
        </p>
        <ThemeChoice />
      </footer>
    </div>
  );
}
