import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { newId } from "../../base/new-id.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";

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
  const queries = useQueryClient();
  // Each opened dialog has a key of its own: with the last one the service would repeat its response, and change nothing.
  const [idempotencyKey, setIdempotencyKey] = useState<string>();
  const rollBack = async () => {
    await dataOf(
      api.POST("/datasets/{family}/rollback", {
        params: { path: { family } },
        headers: { "idempotency-key": idempotencyKey ?? "" },
      }),
    );
    await queries.invalidateQueries();
    showToast(done);
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
