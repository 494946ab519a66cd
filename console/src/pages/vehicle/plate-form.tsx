import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type LookupResult, requireLookup } from "../../api/lookup.ts";
import { title } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Empty, Failure, Skeleton } from "../../parts/states.tsx";
import { Source, Unknown } from "../../parts/table.tsx";
import { useForm } from "../../parts/use-form.tsx";
import { RegisterJudgment, type Registration } from "./register-judgment.tsx";
import { usePrice } from "./use-price.ts";
import { useVinCalls } from "./use-vin-calls.ts";
import { VehicleHistory } from "./vehicle-history.tsx";

interface PlateFormProps {
  readonly ownKey: string | undefined;
  /** The fields before anything is typed. */
  readonly initial: { readonly plate: string | undefined; readonly state: string | undefined };
}

/** Finds the vehicle of a plate and state. */
export function PlateForm({ ownKey, initial }: PlateFormProps) {
  const queries = useQueryClient();
  const [plate, setPlate] = useState(initial.plate ?? "");
  const [state, setState] = useState(initial.state ?? "");
  const [result, setResult] = useState<LookupResult>();
  const { price } = usePrice();
  const { problem, working, submit } = useForm(async () => {
    if (!ownKey) return;
    setResult(undefined);
    const names = [plate.trim(), state.trim().toUpperCase()].map(encodeURIComponent).join("/");
    setResult(await requireLookup(`/license-decoder/${names}`, ownKey, { accepted: [404] }));
    await queries.invalidateQueries({ queryKey: ["subscriptions"] });
  });
  const text = {
    className: "mono",
    required: true,
    autoComplete: "off",
    autoCapitalize: "characters",
    spellCheck: false,
  };
  const vin = result?.status === 200 ? registeredIn(result).vin : "";
  return (
    <>
      <Section title={t("Look up by plate")} note={t("Charged only if a vehicle is found.")}>
        <form className="filters" onSubmit={submit} aria-label={t("By plate")}>
          <Field
            {...text}
            label={t("Plate")}
            value={plate}
            maxLength={20}
            placeholder={t("DEMO123")}
            change={setPlate}
          />
          <Field
            {...text}
            label={t("State or country")}
            hint={t("Two letters of a state, or a country such as NLD")}
            value={state}
            maxLength={3}
            placeholder={t("CA")}
            change={setState}
          />
          <Button type="submit" disabled={!ownKey} aria-disabled={working || undefined}>
            {working ? t("Loading") : t("Find vehicle ({price})", { price: price(["/license-decoder/"]) })}
          </Button>
        </form>
        <div aria-live="polite" className="note">
          {problem && (
            <Failure error={problem} what={t("Could not look up the plate")} retry={() => submit()} />
          )}
          {result && <Registered result={result} />}
        </div>
      </Section>
      {vin && <HistoryOfPlate key={vin} vin={vin} />}
    </>
  );
}

/** What a VIN shows of the vehicle too: the history with its odometer. */
function HistoryOfPlate({ vin }: { vin: string }) {
  const calls = useVinCalls(vin);
  return calls ? <VehicleHistory calls={calls} all={false} /> : <Skeleton />;
}

const registeredIn = ({ body }: LookupResult) => (body as { data: RegisteredData }).data;

interface RegisteredData {
  readonly vin: string;
  readonly year: string;
  readonly make: string;
  readonly model: string;
  readonly trim: string;
  readonly registration?: Registration;
}

function Registered({ result }: { result: LookupResult }) {
  if (result.status === 404)
    return (
      <Empty title={t("No vehicle found for this plate")}>
        {t(
          "This does not prove that none exists: registrations are incomplete. Nothing was charged unless your plan charges for not found.",
        )}
      </Empty>
    );
  const { vin, year, make, model, trim, registration } = registeredIn(result);
  const name = [year, title(make), model, trim].filter(Boolean).join(" ");
  return (
    <>
      <p className="strong">
        {name || <Unknown>{t("Unknown vehicle")}</Unknown>} <Source name={result.source ?? ""} />
      </p>
      <p className="muted">{t("The plate can belong to another vehicle since it was recorded.")}</p>
      {registration && <RegisterJudgment registration={registration} />}
      {vin ? (
        <p className="actions note">
          <Link className="btn" to="/look-up" search={{ vin }}>
            {t("Open {vin}", { vin })}
          </Link>
        </p>
      ) : (
        <p className="muted">{t("The VIN is unknown.")}</p>
      )}
    </>
  );
}
