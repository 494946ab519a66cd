import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { useOwnKey } from "../../api/own-key.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Head } from "../../parts/section.tsx";
import { Empty, Skeleton } from "../../parts/states.tsx";
import { useSearchState } from "../../parts/use-search-state.ts";
import { PlateForm } from "./plate-form.tsx";
import { Vehicle } from "./vehicle.tsx";
import { tidyVin, vinFault } from "./vin-fault.ts";

const example = "5J6RW2H59JL990075";

/** Type a VIN, see the vehicle. The address holds the VIN, so that it can be kept and shared. */
export function LookUp() {
  const { search, change } = useSearchState();
  const asked = search.vin && !vinFault(search.vin) ? tidyVin(search.vin) : undefined;
  usePageTitle(asked ?? "Look up");
  const queries = useQueryClient();
  const { key, subscription, subscriptions } = useOwnKey();
  const [typed, setTyped] = useState(search.vin ?? "");
  const [fault, setFault] = useState<string>();
  useEffect(() => setTyped(search.vin ?? ""), [search.vin]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = vinFault(typed);
    setFault(wrong);
    if (!wrong) change({ vin: tidyVin(typed) });
  };
  const refresh = () => void queries.invalidateQueries({ queryKey: ["subscriptions"] });
  return (
    <>
      <form className="lookup" onSubmit={submit} aria-label="By VIN">
        <Field
          label="VIN"
          className="mono"
          value={typed}
          placeholder={example}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          fault={fault}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" look="primary">
          Look up
        </Button>
      </form>
      {subscriptions.data && !subscription && (
        <Empty
          title="A lookup needs an active subscription"
          action={
            <Link className="btn" to="/plans">
              See the plans
            </Link>
          }
        >
          You have none, so there is no key to ask with.
        </Empty>
      )}
      {asked && !subscriptions.data && <Skeleton />}
      {asked && subscription && <Vehicle key={asked} vin={asked} ownKey={key} answered={refresh} />}
      {!asked && (
        <>
          <Head title="Look up a vehicle">
            A VIN opens its page: what it tells, what the vehicle has been through, what it is worth. Decoding
            takes one lookup; everything else is asked when you say so.
          </Head>
          <p className="note">
            <Link to="/look-up" search={{ vin: example }}>
              Try {example}
            </Link>
          </p>
          <PlateForm ownKey={key} answered={refresh} />
        </>
      )}
    </>
  );
}
