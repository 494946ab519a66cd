import { useEffect, useRef, useState } from "react";

const delaySeconds = 10;

/**
 * Sends something ten seconds after it was decided, unless that is undone. Whoever leaves the page sends it at once:
 * `isLeaving` if the document ends with it, so that the request must outlive it.
 */
export function useDelayed(send: (isLeaving: boolean) => unknown) {
  const [left, setLeft] = useState<number>();
  const isWaiting = left !== undefined;
  const current = useRef(send);
  current.current = send;
  useEffect(() => {
    if (!isWaiting) return;
    let isOpen = true;
    const finish = (isLeaving: boolean) => {
      if (!isOpen) return;
      isOpen = false;
      current.current(isLeaving);
    };
    const undone = () => {
      isOpen = false;
    };
    undo.current = undone;
    let seconds = delaySeconds;
    const timer = setInterval(() => {
      seconds -= 1;
      if (seconds > 0) return setLeft(seconds);
      finish(false);
      setLeft(undefined);
    }, 1000);
    const leave = () => finish(true);
    addEventListener("pagehide", leave);
    return () => {
      clearInterval(timer);
      removeEventListener("pagehide", leave);
      finish(false);
    };
  }, [isWaiting]);
  const undo = useRef(() => {});
  return {
    /** The seconds until it is sent; undefined if nothing waits. */
    left,
    start: () => setLeft(delaySeconds),
    undo: () => {
      undo.current();
      setLeft(undefined);
    },
  };
}
