import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { datasets } from "../../api/datasets.ts";
import { products } from "../../api/queries.ts";
import { useUser } from "../../api/session.ts";
import { system } from "../../api/system.ts";
import { counted } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Skeleton } from "../../parts/states.tsx";

const hiddenKey = "vingate.checklist";

interface Step {
  readonly name: string;
  readonly text: ReactNode;
  /** Undefined if the service cannot know it. */
  readonly done: boolean | undefined;
  /** The page of the step, with the label of its link. */
  readonly link?: readonly [to: string, label: string];
}

/** The steps; undefined while their data loads, none if it could not be loaded. */
function useSteps(): readonly Step[] | undefined {
  const user = useUser();
  const queries = [useQuery(system), useQuery(datasets), useQuery(products)] as const;
  const [{ data: state }, { data: records }, { data: listed }] = queries;
  const plans = listed?.items;
  if (!state || !records || !plans) return queries.some(({ isError }) => isError) ? [] : undefined;
  const isSet = (name: string) => state.settings.some((one) => one.name === name && one.source !== "default");
  const first = plans.at(-1)?.created_at;
  return [
    {
      name: "account",
      text: "Set your password",
      done: user.updated_at !== user.registered_at,
      link: ["/security", "Open security"],
    },
    {
      name: "records",
      text: "Import your own data",
      done: records.some(({ name, state: is }) => is === "current" && name !== "demo"),
      link: ["/datasets", "Open datasets"],
    },
    {
      name: "plan",
      text: "Create a plan, or edit the details and policy of an existing one",
      // A new installation creates its plans in the same moment.
      done: plans.some((one) => one.updated_at !== one.created_at || one.created_at !== first),
      link: ["/products", "Open plans"],
    },
    {
      name: "address",
      text: (
        <>
          Set the public URL: <code>VINGATE_PUBLIC_URL</code>
        </>
      ),
      done: isSet("VINGATE_PUBLIC_URL"),
      link: ["/settings", "Open settings"],
    },
    {
      name: "consistency",
      text: "Run a consistency check",
      done: state.ledger_check?.state === "agree",
      link: ["/system", "Open system"],
    },
    {
      name: "backup",
      text: (
        <>
          Back up {isSet("VINGATE_DATABASE_URL") ? "the database and" : "the folder"}{" "}
          <code>{state.disk.folder}</code>, which contains the master key
        </>
      ),
      done: undefined,
    },
  ];
}

/** The setup steps of a new installation, until they are done or dismissed. */
export function Checklist() {
  const steps = useSteps();
  const [hidden, setHidden] = useState(() => localStorage.getItem(hiddenKey) === "hidden");
  const left = steps?.filter(({ done }) => done === false).length ?? 0;
  if (!hidden && !steps) return <Skeleton rows={0} />;
  if (hidden || !steps || left === 0) return null;
  const hide = () => {
    localStorage.setItem(hiddenKey, "hidden");
    setHidden(true);
  };
  return (
    <Section
      title={`${counted(left, "setup step")} left`}
      aside={
        <Button look="text" onPress={hide}>
          Dismiss
        </Button>
      }
    >
      <ul className="todo">
        {steps.map(({ name, text, done, link }) => (
          <li key={name}>
            <span>
              <Mark outcome={done ? "ok" : "other"}>
                {done ? "Done" : done === undefined ? "Check yourself" : "To do"}
              </Mark>{" "}
              {text}
            </span>
            {link && !done && (
              <Link className="btn" to={link[0]}>
                {link[1]}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
