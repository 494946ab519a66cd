import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { useUser } from "../../api/session.ts";
import { count, counted, day } from "../../base/format.ts";
import { showToast } from "../../base/toast.ts";
import { wholeFault, wholeNumber } from "../../base/whole-number.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { hidden, Table } from "../../parts/table.tsx";
import { type Assistant, assistantsOf } from "./assistant-queries.ts";

/** The assistants that the user has connected; nothing if there is none. */
export function Assistants() {
  const { id } = useUser();
  const queries = useQueryClient();
  const query = useQuery(assistantsOf(id));
  const [opened, setOpened] = useState<{ readonly one: Assistant; readonly to: "limit" | "end" }>();
  if (query.data?.length === 0) return null;
  const close = () => setOpened(undefined);
  const changed = async (text: string) => {
    await queries.invalidateQueries(assistantsOf(id));
    showToast(text);
  };
  return (
    <Section
      className="c6"
      title="Connected assistants"
      note="They call lookups without a key, up to a limit per day (UTC)."
    >
      <Loaded query={query} what="Could not load the assistants" rows={1}>
        {(assistants) => (
          <Table
            caption="Connected assistants"
            items={assistants}
            keyOf={(one) => one.id}
            columns={[
              { head: "Assistant", cell: (one) => <Named one={one} /> },
              { head: "Limit per day", figures: true, cell: (one) => counted(one.credits_per_day, "credit") },
              {
                head: "Used this month",
                figures: true,
                cell: (one) => counted(one.credits_this_month, "credit"),
              },
              {
                head: "Last used",
                cell: ({ last_used_at: at }) => (at === null ? "Not used yet" : day(at)),
              },
              {
                head: hidden("Actions"),
                figures: true,
                cell: (one) => (
                  <>
                    <Button look="text" onPress={() => setOpened({ one, to: "limit" })}>
                      Edit limit<span className="vh"> of {one.name}</span>
                    </Button>{" "}
                    <Button look="text" onPress={() => setOpened({ one, to: "end" })}>
                      Disconnect<span className="vh"> {one.name}</span>
                    </Button>
                  </>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {opened?.to === "limit" && <Limit one={opened.one} userId={id} changed={changed} close={close} />}
      {opened?.to === "end" && <End one={opened.one} userId={id} changed={changed} close={close} />}
    </Section>
  );
}

const Named = ({ one }: { one: Assistant }) => (
  <>
    <bdi>{one.name}</bdi>
    <span className="sub">
      <bdi>{one.host}</bdi>, since {day(one.connected_at)}
    </span>
    <span className="sub">
      Lookups with “<bdi>{one.subscription_name}</bdi>” of <bdi>{one.account}</bdi>
    </span>
  </>
);

interface ChangeProps {
  readonly one: Assistant;
  readonly userId: string;
  changed(text: string): Promise<void>;
  close(): void;
}

function Limit({ one, userId, changed, close }: ChangeProps) {
  const [typed, setTyped] = useState(count(one.credits_per_day));
  const credits = wholeNumber(typed) ?? Number.NaN;
  const act = async () => {
    const params = { path: { id: userId, assistant_id: one.id } };
    await dataOf(
      api.PATCH("/users/{id}/assistants/{assistant_id}", { params, body: { credits_per_day: credits } }),
    );
    await changed("Limit changed");
  };
  return (
    <Dialog title={`Limit of ${one.name}`} action="Save" act={act} close={close} disabled={!(credits >= 1)}>
      <Field
        label="Limit per day (credits)"
        inputMode="numeric"
        value={typed}
        change={setTyped}
        fault={wholeFault(typed, 1)}
        hint={`${counted(one.credits_today, "credit")} used today.`}
      />
    </Dialog>
  );
}

function End({ one, userId, changed, close }: ChangeProps) {
  const act = async () => {
    const params = { path: { id: userId, assistant_id: one.id } };
    await dataOf(api.DELETE("/users/{id}/assistants/{assistant_id}", { params }));
    await changed("Assistant disconnected");
  };
  return (
    <Dialog title={`Disconnect ${one.name}?`} action="Disconnect" danger act={act} close={close}>
      <p className="muted">Its next call is refused. You can connect it again from the assistant.</p>
    </Dialog>
  );
}
