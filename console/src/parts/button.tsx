import { type ComponentPropsWithRef, type MouseEvent, useId, useState } from "react";
import { type Permission, useMay } from "../api/account.ts";

interface ButtonProps extends Omit<ComponentPropsWithRef<"button">, "onClick"> {
  readonly look?: "primary" | "danger" | "text" | "big" | undefined;
  /** A click is ignored while the promise of the last one is pending. */
  onPress?(): unknown;
  /** Why it cannot be pressed now, which is shown beside it; false if it can. */
  readonly unavailable?: string | false | undefined;
  /** The label while it is pending. */
  readonly busy?: string;
  /** Whether each click of a double click acts, as for steps through a list. Otherwise a double click is one. */
  readonly repeatable?: boolean;
  /** What a role needs to see it. */
  readonly permission?: Permission | undefined;
}

export function Button({
  look,
  onPress,
  busy,
  type = "button",
  children,
  disabled,
  className,
  repeatable,
  unavailable,
  permission,
  ...rest
}: ButtonProps) {
  const isPermitted = useMay()(permission);
  const reason = useId();
  const [working, setWorking] = useState(false);
  const press = async (event: MouseEvent) => {
    // The response to the first click can arrive before the second one: it would be charged again.
    if (event.detail > 1 && !repeatable) return event.preventDefault();
    if (working || !onPress) return;
    setWorking(true);
    try {
      await onPress();
    } finally {
      setWorking(false);
    }
  };
  if (!isPermitted) return null;
  const classes = ["btn", look && `btn-${look}`, className].filter(Boolean).join(" ");
  const button = (
    <button
      {...rest}
      type={type}
      className={classes}
      disabled={disabled || Boolean(unavailable)}
      aria-describedby={unavailable ? reason : rest["aria-describedby"]}
      aria-disabled={working || rest["aria-disabled"]}
      onClick={press}
      onKeyDown={(event) => event.repeat && event.key === "Enter" && event.preventDefault()}
    >
      {working && busy ? busy : children}
    </button>
  );
  if (!unavailable) return button;
  return (
    <>
      {button}
      <small id={reason} className="hint why">
        {unavailable}
      </small>
    </>
  );
}
