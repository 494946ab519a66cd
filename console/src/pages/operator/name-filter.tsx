import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { usersBy } from "../../api/operator-queries.ts";
import { Field } from "../../parts/field.tsx";
import { useSearchState } from "../../parts/router.tsx";
import { useSettled } from "../../parts/use-settled.ts";

interface NameFilterProps {
  readonly label: string;
  readonly placeholder: string;
  /** The search parameter, which gets the path of the chosen object, or a user's ID. */
  readonly name: string;
  readonly value?: "path" | "id";
  /** Paths and names of other objects than users. */
  readonly others?: readonly (readonly [path: string, name: string])[];
}

const pauseMs = 250;
const offered = 8;

/** A filter of a list by a person or another object, found by its name. */
export function NameFilter({ label, placeholder, name, value: kind = "path", others = [] }: NameFilterProps) {
  const { change } = useSearchState();
  const list = useId();
  const [typed, setTyped] = useState("");
  const text = useSettled(typed, typed, pauseMs).trim();
  const users = useQuery({ ...usersBy({ page: 1, page_size: offered, text }), enabled: text.length > 1 });
  const people = (users.data?.items ?? []).map(
    ({ id, first_name, last_name, email }) =>
      [`/users/${id}`, `${first_name} ${last_name}, ${email}`.trim()] as const,
  );
  const options = [...people, ...others];
  const choose = (value: string) => {
    setTyped(value);
    const path = options.find(([, words]) => words === value)?.[0];
    if (!path) return;
    setTyped("");
    change({ [name]: kind === "id" ? path.replace("/users/", "") : path, page: "" });
  };
  return (
    <>
      <Field
        label={label}
        placeholder={placeholder}
        type="search"
        list={list}
        autoComplete="off"
        value={typed}
        change={choose}
      />
      <datalist id={list}>
        {options.map(([path, words]) => (
          <option key={path} value={words} />
        ))}
      </datalist>
    </>
  );
}
