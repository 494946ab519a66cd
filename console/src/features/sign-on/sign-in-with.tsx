import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, asClient, dataOf, type Schemas } from "../../api/client.ts";
import { asProblem, type Problem } from "../../api/problem.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { queryClient } from "../../parts/query-client.ts";
import { Fault } from "../../parts/use-form.tsx";
import { leaveFor } from "./attempt.ts";
import { signOnProviders } from "./sign-on-queries.ts";

/** Loaded with the providers, so that the form below does not move when they arrive. */
export async function loadSignInWith() {
  await queryClient.prefetchQuery(signOnProviders);
  return { default: SignInWith };
}

/** A button for each provider. */
export function SignInWith({ next }: { next: string | undefined }) {
  const providers = useQuery(signOnProviders).data ?? [];
  const [problem, setProblem] = useState<Problem>();
  const begin = async (provider: Schemas["SignOnProvider"]["id"]) => {
    setProblem(undefined);
    try {
      const headers = await asClient();
      leaveFor(await dataOf(api.POST("/auth/sign-on/start", { body: { provider }, headers })), { next });
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <>
      {providers.map(({ id, name }) => (
        <Button key={id} onPress={() => begin(id)}>
          {id === "operators"
            ? t("Operators: continue with {name}", { name })
            : t("Continue with {name}", { name })}
        </Button>
      ))}
      <Fault message={problem?.message} />
    </>
  );
}
