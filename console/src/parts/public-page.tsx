import { Fragment, type ReactNode } from "react";
import { sessionStore } from "../api/session.ts";
import { t } from "../base/language/language.ts";
import { servicePath } from "../base/service-path.ts";
import { Brand, BrandFoot } from "./brand.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import { publicLinks } from "./public-links.ts";
import { addressStore, Link } from "./router.tsx";
import { homePath } from "./side-paths.ts";
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
    <PublicLinks />
    <Link to="/docs">{t("Docs")}</Link>
    <Link to="/docs/reference">{t("API reference")}</Link>
  </>
);

const siteFoot = (
  <>
    <a href={`${servicePath}/openapi.json`}>{t("OpenAPI document")}</a>,{" "}
    <a href={`${servicePath}/llms.txt`}>llms.txt</a>
  </>
);

/** Links to the visitors' pages of features, one after the other. */
export function PublicLinks() {
  const { pathname } = addressStore.use();
  return publicLinks().map(({ path, title }) => (
    <Link key={path} to={path} aria-current={pathname === path ? "page" : undefined}>
      {title}
    </Link>
  ));
}

/** The button that leads to a key, by an account. */
export function GetKey() {
  const signedIn = sessionStore.use() !== undefined;
  return (
    <Link className="btn btn-primary" to={signedIn ? "/home?start=1" : "/sign-up"}>
      {t("Get an API key")}
    </Link>
  );
}

/** The frame of pages that need no sign-in. */
export function PublicPage({ children, links = siteLinks, action, foot = siteFoot }: PublicPageProps) {
  const signedIn = sessionStore.use() !== undefined;
  return (
    <div className="land">
      <header className="land-top">
        <Brand to="/" />
        <nav aria-label={t("Site")}>
          {links}
          {signedIn ? (
            <Link to={homePath()}>{t("Open console")}</Link>
          ) : (
            <Link to="/sign-in">{t("Sign in")}</Link>
          )}
        </nav>
        {action}
      </header>
      {children}
      <footer className="land-foot">
        <p>
          {publicLinks().map(({ path, title }) => (
            <Fragment key={path}>
              <Link to={path}>{title}</Link>,{" "}
            </Fragment>
          ))}
          {foot}
        </p>
        <ThemeChoice />
        <LanguageChoice />
        <BrandFoot />
      </footer>
    </div>
  );
}
