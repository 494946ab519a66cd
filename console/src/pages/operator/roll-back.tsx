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
}

/** A button that changes the dataset in use, after a confirmation. */
export function RollBack({ family, label, done, children }: RollBackProps) {
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const [idempotencyKey] = useState(() => newId("console"));
  const rollBack = async () => {
    await dataOf(
      api.POST("/datasets/{family}/rollback", {
        params: { path: { family } },
        headers: { "idempotency-key": idempotencyKey },
      }),
    );
    await queries.invalidateQueries();
    showToast(done);
  };
  return (
    <>
      <p className="actions note">
        <Button permission="data.change" onPress={() => setConfirming(true)}>
          {label}
        </Button>
      </p>
      {confirming && (
        <Dialog
          title={`${label}?`}
          action={label.split(" to ")[0] ?? label}
          act={rollBack}
          close={() => setConfirming(false)}
        >
          <p>{children}</p>
        </Dialog>
      )}
    </>
  );
}
