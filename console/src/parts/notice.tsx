import type { ReactNode } from "react";

interface NoticeProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** The button that undoes it. */
  readonly action?: ReactNode;
  readonly fault?: ReactNode;
  /** Whether it is the reason of a refusal. */
  readonly isAlert?: boolean;
}

/** A line of its own about what is so, with the button that changes it. */
export function Notice({ title, children, action, fault, isAlert }: NoticeProps) {
  return (
    <>
      <div className="notice" role={isAlert ? "alert" : "status"}>
        <div>
          <p className="k">{title}</p>
          <div className={isAlert ? undefined : "muted"}>{children}</div>
        </div>
        {action && <p className="actions">{action}</p>}
      </div>
      {fault}
    </>
  );
}
