import { type ReactNode, useEffect } from "react";
import { t } from "../base/language/language.ts";
import { scrollToHash } from "./router.tsx";

interface SectionProps {
  readonly title: ReactNode;
  /** A sentence below the heading. */
  readonly note?: ReactNode;
  /** Links or figures at the right of the heading. */
  readonly aside?: ReactNode;
  readonly className?: string;
  /** The hash of an address that opens the page here. */
  readonly id?: string;
  readonly children?: ReactNode;
}

export function Section({ title, note, aside, className, id, children }: SectionProps) {
  // Its data may load after the page is shown.
  useEffect(() => void (id && scrollToHash(id)), [id]);
  return (
    <section className={className ? `sec ${className}` : "sec"} id={id}>
      <header>
        <h2>{title}</h2>
        {aside && <span className="aside">{aside}</span>}
        {note && <p>{note}</p>}
      </header>
      {children}
    </section>
  );
}

interface HeadProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Links to the pages above this one. */
  readonly crumb?: ReactNode;
  readonly actions?: ReactNode;
}

/** The top of a page. */
export function Head({ title, children, crumb, actions }: HeadProps) {
  return (
    <>
      {crumb && (
        <nav className="crumb" aria-label={t("Breadcrumb")}>
          {crumb}
        </nav>
      )}
      <div className="head">
        <div>
          <h1>{title}</h1>
          {children && <p>{children}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </div>
    </>
  );
}
