import { type ComponentPropsWithRef, useState } from "react";

interface ButtonProps extends Omit<ComponentPropsWithRef<"button">, "onClick"> {
  readonly look?: "primary" | "danger" | "text" | "big" | undefined;
  /** A click is ignored while the promise of the last one is pending. */
  onPress?(): unknown;
  /** The label while it is pending. */
  readonly busy?: string;
}

export function Button({
  look,
  onPress,
  busy,
  type = "button",
  children,
  disabled,
  className,
  ...rest
}: ButtonProps) {
  const [working, setWorking] = useState(false);
  const press = async () => {
    if (working) return;
    setWorking(true);
    try {
      await onPress?.();
    } finally {
      setWorking(false);
    }
  };
  const classes = ["btn", look && `btn-${look}`, className].filter(Boolean).join(" ");
  return (
    <button
      {...rest}
      type={type}
      className={classes}
      disabled={disabled}
      aria-disabled={working || rest["aria-disabled"]}
      {...(onPress && { onClick: press })}
    >
      {working && busy ? busy : children}
    </button>
  );
}
