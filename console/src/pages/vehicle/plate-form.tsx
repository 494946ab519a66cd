import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { codeOf, type LookedUp, lookUp, saidBy } from "../../api/lookup.ts";
import { asProblem, Problem, retryAfterOf } from "../../api/problem.ts";
import { title } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Section } from "../../parts/section.tsx";
import { Empty, Failure } from "../../parts/states.tsx";

interface PlateFormProps {
  readonly ownKey: string | undefined;
  /** Something was asked that may have been charged. */
  answered(): void;
}

/** A plate and its state lead to a vehicle, where a registration is recorded. */
export function PlateForm({ ownKey, answered }: PlateFormProps) {
  const [plate, setPlate] = useState("");
  const [state, setState] = useState("");
  const [got, setGot] = useState<LookedUp>();
  const [problem, setProblem] = useState<Problem>();
  const [working, setWorking] = useState(false);
  const ask = async (event?: FormEvent) => {
    event?.preventDefault();
    if (working || !ownKey) return;
    setWorking(true);
    setGot(undefined);
    setProblem(undefined);
    try {
      const named = [plate.trim(), state.trim().toUpperCase()].map(encodeURIComponent).join("/");
      const answer = await lookUp(`/license-decoder/${named}`, ownKey);
      if (answer.status === 200 || answer.status === 404) setGot(answer);
      else setProblem(refusal(answer));
      answered();
    } catch (error) {
      setProblem(asProblem(error));
    }
    setWorking(false);
  };
  return (
    <Section
      title="By plate"
      note="Which vehicle a plate is registered to costs one lookup, when it is found."
    >
      <form className="filters" onSubmit={ask} aria-label="By plate">
        <Field
          label="Plate"
          className="mono"
          value={plate}
          required
          maxLength={20}
          placeholder="DEMO123"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setPlate(event.target.value)}
        />
        <Field
          label="State, two letters"
          className="mono"
          value={state}
          required
          maxLength={2}
          placeholder="CA"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setState(event.target.value)}
        />
        <Button type="submit" disabled={!ownKey} aria-disabled={working || undefined}>
          {working ? "Asking" : "Find the vehicle (1 lookup)"}
        </Button>
      </form>
      <div aria-live="polite" className="note">
        {problem && <Failure error={problem} what="The plate could not be looked up" retry={() => ask()} />}
        {got && <Registered got={got} />}
      </div>
    </Section>
  );
}

function refusal(got: LookedUp): Problem {
  return new Problem(got.status, saidBy(got), codeOf(got), {
    requestId: got.requestId,
    retryAfter: retryAfterOf(got.headers),
  });
}

interface Registration {
  readonly intro: { readonly license: string; readonly state: string };
  readonly vin: string;
  readonly year: string;
  readonly make: string;
  readonly model: string;
  readonly trim: string;
}

function Registered({ got }: { readonly got: LookedUp }) {
  if (got.status === 404)
    return (
      <Empty title="No vehicle is recorded for this plate">
        That is no proof that there is none: registrations are never complete. Nothing was charged, unless
        your plan charges for misses.
      </Empty>
    );
  const { vin, year, make, model, trim } = (got.body as { data: Registration }).data;
  const name = [year, title(make), model, trim].filter(Boolean).join(" ");
  return (
    <>
      <p className="strong">
        {name || <span className="unknown">unknown vehicle</span>}{" "}
        <span className={/demo/.test(got.source ?? "") ? "tag tag-syn" : "tag"}>{got.source}</span>
      </p>
      <p className="muted">A plate may have moved to another vehicle since it was recorded.</p>
      {vin ? (
        <p className="actions note">
          <Link className="btn" to="/look-up" search={{ vin }}>
            Open {vin}
          </Link>
        </p>
      ) : (
        <p className="muted">Its VIN is not recorded.</p>
      )}
    </>
  );
}
