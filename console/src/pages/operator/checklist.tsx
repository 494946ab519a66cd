import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { datasets } from "../../api/datasets.ts";
import { products } from "../../api/queries.ts";
import { useUser } from "../../api/session.ts";
import { system } from "../../api/system.ts";
import { Button } from "../../parts/button.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Section } from "../../parts/section.tsx";

const hiddenName = "vingate.checklist";

interface Step {
  readonly name: string;
  readonly what: ReactNode;
  /** Undefined where the service cannot know it. */
  readonly done: boolean | undefined;
  readonly to?: string;
  readonly go?: string;
}

/** What a new installation still needs, by what the service itself knows; it goes when all of that is done. */
export function Checklist() {
  const user = useUser();
  const state = useQuery(system).data;
  const records = useQuery(datasets).data;
  const plans = useQuery(products).data?.items;
  const [hidden, setHidden] = useState(() => localStorage.getItem(hiddenName) === "hidden");
  if (hidden || !state || !records || !plans) return null;
  const setTo = (name: string) => state.settings.some((one) => one.name === name && one.source !== "default");
  const steps: readonly Step[] = [
    {
      name: "account",
      what: "Make the first account your own: name, e-mail, and a password in place of the generated one",
      done: user.updated_at !== user.registered_at,
      to: "/profile",
      go: "Profile",
    },
    {
      name: "records",
      what: "Load records of your own in place of synthetic ones",
      done: records.some(({ name, state: is }) => is === "current" && name !== "demo"),
      to: "/datasets",
      go: "Datasets",
    },
    {
      name: "product",
      what: "Make a product, or set the terms and the policy of one that is there",
      // Those that a new installation has were made in one moment.
      done: plans.some(
        (one) => one.updated_at !== one.created_at || one.created_at !== plans.at(-1)?.created_at,
      ),
      to: "/products",
      go: "Products",
    },
    {
      name: "address",
      what: (
        <>
          Say under which address customers reach it: <code>VINGATE_PUBLIC_URL</code>
        </>
      ),
      done: setTo("VINGATE_PUBLIC_URL"),
      to: "/settings",
      go: "Settings",
    },
    {
      name: "books",
      what: "Compare the books once",
      done: state.ledger_check?.state === "agree",
      to: "/system",
      go: "System",
    },
    {
      name: "backup",
      what: (
        <>
          Back up {setTo("VINGATE_DATABASE_URL") ? "the database, and" : "the folder"}{" "}
          <code>{state.disk.folder}</code>: the master key is in it
        </>
      ),
      done: undefined,
    },
  ];
  const left = steps.filter(({ done }) => done === false).length;
  if (left === 0) return null;
  const hide = () => {
    localStorage.setItem(hiddenName, "hidden");
    setHidden(true);
  };
  return (
    <Section
      title={left === 1 ? "One step to a service of your own" : `${left} steps to a service of your own`}
      aside={
        <Button look="text" onPress={hide}>
          Hide this list
        </Button>
      }
    >
      <ul className="todo">
        {steps.map(({ name, what, done, to, go }) => (
          <li key={name}>
            <span>
              <Mark outcome={done ? "ok" : "other"}>
                {done ? "done" : done === undefined ? "not known here" : "open"}
              </Mark>{" "}
              {what}
            </span>
            {to && !done && (
              <Link className="btn" to={to}>
                {go}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
