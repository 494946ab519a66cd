import type { ReactNode } from "react";
import { sessionStore } from "../api/session.ts";
import { servicePath } from "../base/service-path.ts";
import { Brand } from "./brand.tsx";
import { Link } from "./router.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

interface PublicPageProps {
  readonly children: ReactNode;
  /** Links of the header; without them, docs and API reference. */
  readonly links?: ReactNode;
  /** A button at the right of the header. */
  readonly action?: ReactNode;
  readonly foot?: ReactNode;
}

const siteLinks = (
  <>
    <Link to="/docs">Docs</Link>
    <Link to="/reference">API reference</Link>
  </>
);

const siteFoot = (
  <>
    <a href={`${servicePath}/openapi.json`}>OpenAPI document</a>,{" "}
    <a href={`${servicePath}/llms.txt`}>llms.txt</a>
  </>
);

/** The frame of pages that need no sign-in. */
export function PublicPage({ children, links = siteLinks, action, foot = siteFoot }: PublicPageProps) {
  const signedIn = sessionStore.use() !== undefined;
  return (
    <div className="land">
      <header className="land-top">
        <Brand to="/" />
        <nav aria-label="Site">
          {links}
          {signedIn ? <Link to="/overview">Open console</Link> : <Link to="/sign-in">Sign in</Link>}
        </nav>
        {action}
      </header>
      {children}
      <footer className="land-foot">
        <p>{foot}</p>
        <ThemeChoice />
      </footer>
    </div>
  );
}
