import { type ReactNode, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { newId } from "../../base/new-id.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { everything } from "../../parts/form-dialog.tsx";
import { useChange } from "../../parts/use-change.ts";

interface RollBackProps {
  readonly family: string;
  readonly label: string;
  /** The toast. */
  readonly done: string;
  /** The consequence. */
  readonly children: ReactNode;
  /** Called when it is done. */
  after?(): void;
}

/** A button that changes the dataset in use, after a confirmation. */
export function RollBack({ family, label, done, children, after }: RollBackProps) {
  const change = useChange(...everything);
  // Each opened dialog has a key of its own: with the last one the service would repeat its response, and change nothing.
  const [idempotencyKey, setIdempotencyKey] = useState<string>();
  const rollBack = async () => {
    const params = { path: { family } };
    const headers = { "idempotency-key": idempotencyKey ?? "" };
    await change(dataOf(api.POST("/datasets/{family}/rollback", { params, headers })), done);
    after?.();
  };
  return (
    <>
      <p className="actions note">
        <Button permission="data.change" onPress={() => setIdempotencyKey(newId("console"))}>
          {label}
        </Button>
      </p>
      {idempotencyKey !== undefined && (
        <Dialog
          title={`${label}?`}
          action={label.split(" to ")[0] ?? label}
          act={rollBack}
          close={() => setIdempotencyKey(undefined)}
        >
          <p>{children}</p>
        </Dialog>
      )}
    </>
  );
}
