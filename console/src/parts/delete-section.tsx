import { type ReactNode, useState } from "react";
import { type Permission, useMay } from "../api/account.ts";
import { Button } from "./button.tsx";
import { Section } from "./section.tsx";

interface DeleteSectionProps {
  /** What a role needs to see it. */
  readonly permission: Permission;
  /** The heading and the label of the button. */
  readonly title: string;
  /** What deleting does. */
  readonly note: string;
  /** The dialog that confirms and deletes. */
  confirm(close: () => void): ReactNode;
}

/** The last section of a page, away from the daily actions. */
export function DeleteSection({ permission, title, note, confirm }: DeleteSectionProps) {
  const [confirming, setConfirming] = useState(false);
  if (!useMay()(permission)) return null;
  return (
    <Section title={title} note={note}>
      <Button look="danger" onPress={() => setConfirming(true)}>
        {title}
      </Button>
      {confirming && confirm(() => setConfirming(false))}
    </Section>
  );
}
