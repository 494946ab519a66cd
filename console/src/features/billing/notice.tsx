import type { ReactNode } from "react";

interface NoticeProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** The button that undoes it. */
  readonly action?: ReactNode;
  readonly fault?: ReactNode;
}

/** A line of its own about what is so, with the button that changes it. */
export function Notice({ title, children, action, fault }: NoticeProps) {
  return (
    <>
      <div className="notice" role="status">
        <div>
          <p className="k">{title}</p>
          <div className="muted">{children}</div>
        </div>
        {action && <p className="actions">{action}</p>}
      </div>
      {fault}
    </>
  );
}
