import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { asProblem } from "../api/problem.ts";
import { PageFailed } from "../parts/problem-page.tsx";
import { Head } from "../parts/section.tsx";
import { MissingObject } from "./problems.tsx";

interface PageFrameProps {
  /** The heading until the page has its own, and if it never does. */
  readonly title: string;
  readonly children: ReactNode;
}

/** A page with a heading in every state, or the page of missing objects if what it is about does not exist. */
export function PageFrame({ title, children }: PageFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isHeaded, setHeaded] = useState(true);
  const [missing, setMissing] = useState<unknown>();
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const look = () => setHeaded(current.querySelector("h1") !== null);
    look();
    // Before the next paint: a page never has two headings.
    const observer = new MutationObserver(() => flushSync(look));
    observer.observe(current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  const failed = useCallback((error: unknown) => {
    const isOfPage = frame.current?.querySelector("h1") === null;
    if (isOfPage && [404, 422].includes(asProblem(error).status)) setMissing(error);
  }, []);
  if (missing) return <MissingObject error={missing} />;
  return (
    <>
      {!isHeaded && <Head title={title} />}
      <div className="page-frame" ref={frame}>
        <PageFailed value={failed}>{children}</PageFailed>
      </div>
    </>
  );
}
