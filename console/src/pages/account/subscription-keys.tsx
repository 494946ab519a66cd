import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api, type Schemas, type Subscription } from "../../api/client.ts";
import { keysInUseOf, keysOf } from "../../api/queries.ts";
import { moment, recently } from "../../base/format.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Select } from "../../parts/field.tsx";
import { KeyRow } from "../../parts/key-row.tsx";
import { Failure, Skeleton } from "../../parts/states.tsx";

type KeyInUse = Schemas["KeyInUse"];
type Which = "primary" | "secondary";

const graces = [
  { seconds: 0, words: "at once" },
  { seconds: 3600, words: "after an hour" },
  { seconds: 86_400, words: "after a day" },
];

interface Rotated {
  readonly which: Which;
  readonly until: number | undefined;
}

/** Both keys of a subscription. `onDemand`: they are fetched, and the audit log told, when asked for. */
export function SubscriptionKeys({
  subscription,
  onDemand,
}: {
  subscription: Subscription;
  onDemand?: boolean;
}) {
  const [wanted, setWanted] = useState(!onDemand);
  const [rotating, setRotating] = useState<Which>();
  const [rotated, setRotated] = useState<Rotated>();
  const query = useQuery({ ...keysOf(subscription.id), enabled: wanted });
  const inUse = useQuery(keysInUseOf(subscription.id)).data;
  if (!wanted)
    return (
      <p className="actions">
        <Button onPress={() => setWanted(true)}>Show the keys</Button>
        <span className="sm muted">Showing them is written to the audit log.</span>
      </p>
    );
  if (query.error)
    return <Failure error={query.error} what="The keys could not be read" retry={() => query.refetch()} />;
  if (!query.data) return <Skeleton rows={2} />;
  const { primary_key, secondary_key } = query.data;
  const keys = { primary: primary_key, secondary: secondary_key };
  return (
    <div className="key-pair">
      {(["primary", "secondary"] as const).map((which) => (
        <div key={which}>
          <h3>{which === "primary" ? "Primary" : "Secondary"}</h3>
          <KeyRow
            key={keys[which]}
            secret={keys[which]}
            label={`${which} key`}
            shown={rotated?.which === which}
          />
          <p className="actions">
            <Button look="text" onPress={() => setRotating(which)} disabled={subscription.state !== "active"}>
              Rotate<span className="vh"> the {which} key</span>
            </Button>
            <span className="sm muted">
              <LastUse key={which} of={inUse?.filter(({ slot }) => slot === which)} />
              {rotated?.which === which && !rotated.until && " The old key answers 401 from now on."}
            </span>
          </p>
        </div>
      ))}
      {rotating && (
        <Rotate
          subscription={subscription}
          which={rotating}
          close={() => setRotating(undefined)}
          done={(until) => setRotated({ which: rotating, until })}
        />
      )}
    </div>
  );
}

/** When a key was last used, and until when the one that it replaced still works. */
function LastUse({ of = [] }: { readonly of?: readonly KeyInUse[] | undefined }) {
  const [standing, ...replaced] = of;
  if (!standing) return null;
  const ending = replaced.find(({ expires_at }) => expires_at !== null);
  return (
    <>
      {standing.last_used_at ? `Last used ${recently(standing.last_used_at, false)} UTC.` : "Not used yet."}
      {ending?.expires_at && ` The old key answers until ${recently(ending.expires_at)} UTC, then 401.`}
    </>
  );
}

interface RotateProps {
  readonly subscription: Subscription;
  readonly which: Which;
  close(): void;
  done(until: number | undefined): void;
}

function Rotate({ subscription, which, close, done }: RotateProps) {
  const queries = useQueryClient();
  const [grace, setGrace] = useState(3600);
  const rotate = async () => {
    const path =
      which === "primary"
        ? ("/subscriptions/{id}/regeneratePrimaryKey" as const)
        : ("/subscriptions/{id}/regenerateSecondaryKey" as const);
    const keys = await answerOf(
      api.POST(path, { params: { path: { id: subscription.id } }, body: { grace_seconds: grace } }),
    );
    queries.setQueryData(keysOf(subscription.id).queryKey, keys);
    await queries.invalidateQueries({ queryKey: keysInUseOf(subscription.id).queryKey });
    done(grace > 0 ? Date.now() + grace * 1000 : undefined);
    showToast("There is a new key");
  };
  return (
    <Dialog title={`Rotate the ${which} key`} action="Rotate key" busy="Rotating" act={rotate} close={close}>
      <p className="muted">
        A new key takes its place. The other key of “<span dir="auto">{subscription.display_name}</span>” is
        untouched, and the history stays.
      </p>
      <Select
        label="The old key stops"
        value={grace}
        onChange={(event) => setGrace(Number(event.target.value))}
      >
        {graces.map(({ seconds, words }) => (
          <option key={seconds} value={seconds}>
            {words}
          </option>
        ))}
      </Select>
      {grace > 0 && (
        <p className="sm muted">It answers until about {moment(Date.now() + grace * 1000)} UTC.</p>
      )}
    </Dialog>
  );
}
