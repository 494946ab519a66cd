import { type FormEvent, useState } from "react";
import { asProblem, type Problem } from "../api/problem.ts";
import { AskOperator } from "./ask-operator.tsx";
import { FaultyFields } from "./faulty-fields.tsx";

/** Sends a form, one attempt at a time, and keeps the problem of the last attempt. */
export function useForm(send: () => Promise<void>) {
  const [problem, setProblem] = useState<Problem>();
  const [working, setWorking] = useState(false);
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (working) return;
    setWorking(true);
    setProblem(undefined);
    await send().catch((error: unknown) => setProblem(asProblem(error)));
    setWorking(false);
  };
  return { problem, working, submit };
}

/** Why a form was not accepted: its fields that are wrong if there are several, or else a message. */
export function Fault({ message }: { message: string | undefined }) {
  return (
    <>
      <FaultyFields />
      {message && (
        <p role="alert" className="fault">
          <AskOperator>{message}</AskOperator>
        </p>
      )}
    </>
  );
}
