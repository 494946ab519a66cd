import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem, type Problem } from "../../api/problem.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Notice } from "../../parts/notice.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Failure } from "../../parts/states.tsx";
import { changedByPlans } from "./plan-queries.ts";

/** Sends changes of a plan. `fault` shows why the last one was refused. */
export function usePlanChange() {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<Problem>();
  const refresh = () =>
    Promise.all(changedByPlans.map((queryKey) => queries.invalidateQueries({ queryKey })));
  const run = async (send: () => Promise<unknown>, done: string) => {
    setProblem(undefined);
    try {
      await send();
    } catch (error) {
      return setProblem(asProblem(error));
    }
    await refresh();
    showToast(done);
  };
  const showCurrent = async () => {
    await refresh();
    setProblem(undefined);
  };
  const fault = problem && <Refusal problem={problem} showCurrent={showCurrent} />;
  return { run, fault };
}

function Refusal({ problem, showCurrent }: { problem: Problem; showCurrent: () => Promise<void> }) {
  if (problem.status !== 409) return <Failure error={problem} what={t("Could not change the plan")} />;
  return (
    <Notice
      isAlert
      title={<Mark outcome="blocked">{t("The plan was not changed")}</Mark>}
      action={<Button onPress={showCurrent}>{t("Show current prices")}</Button>}
    >
      {problem.message}
    </Notice>
  );
}
