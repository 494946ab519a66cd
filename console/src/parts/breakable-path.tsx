import { Fragment } from "react";

/** A path that can wrap after each slash. */
export function BreakablePath({ path }: { readonly path: string }) {
  const parts = path.split(/(?<=\/)/);
  return parts.map((part, index) => (
    <Fragment key={parts.slice(0, index + 1).join("")}>
      {part}
      <wbr />
    </Fragment>
  ));
}
