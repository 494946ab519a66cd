import { type FormEvent, useState } from "react";
import { asProblem, type Problem } from "../api/problem.ts";

/** A form that is sent once at a time, and knows what was wrong with it. */
export function useForm(send: () => Promise<void>) {
  const [problem, setProblem] = useState<Problem>();
  const [working, setWorking] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    setWorking(true);
    setProblem(undefined);
    await send().catch((error: unknown) => setProblem(asProblem(error)));
    setWorking(false);
  };
  return { problem, working, submit };
}

/** What was wrong with a form where no field of it shows that. */
export function Fault({ problem }: { readonly problem: Problem | undefined }) {
  if (!problem || problem.issues.length > 0) return null;
  return (
    <p role="alert" className="fault">
      {problem.message}
    </p>
  );
}
