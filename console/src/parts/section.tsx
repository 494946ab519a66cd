import type { ReactNode } from "react";

interface SectionProps {
  readonly title: ReactNode;
  /** What is said under the heading. */
  readonly note?: ReactNode;
  /** Links or figures at the heading's right. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly id?: string;
  readonly children?: ReactNode;
}

/** A rule, a heading, content. */
export function Section({ title, note, aside, className, id, children }: SectionProps) {
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
  readonly crumb?: ReactNode;
  readonly actions?: ReactNode;
}

/** The top of a page: what is so, in a sentence. */
export function Head({ title, children, crumb, actions }: HeadProps) {
  return (
    <>
      {crumb && (
        <nav className="crumb" aria-label="Where this page is">
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
