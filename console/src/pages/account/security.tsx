import { lazy, Suspense } from "react";
import { useUser } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { pageParts } from "../../parts/page-parts.ts";
import { Head, Section } from "../../parts/section.tsx";
import { AppCodes } from "./app-codes.tsx";
import { OperatorAccess } from "./operator-access.tsx";
import { Password } from "./password.tsx";
import { Sessions } from "./sessions.tsx";

const Remaining = lazy(() => import("./remaining.tsx").then((code) => code.loadRemaining()));

/** How the user signs in, and where it is signed in. */
export function Security() {
  const { id, role } = useUser();
  return (
    <>
      <Head title={t("Security")}>
        {t("How you sign in. Changes are emailed to you if the service sends mail.")}
      </Head>
      {/* Nothing moves while the sections of features load. */}
      <Suspense>
        <Remaining accountId={id} />
        <div className="cols">
          {pageParts().flatMap(({ security: Part }, index) => (Part ? <Part key={`${index + 1}`} /> : []))}
          <AppCodes userId={id} />
          <Section
            className="c6"
            title={t("Password")}
            note={t("A new password ends all other sessions and all access tokens.")}
          >
            <Password />
          </Section>
        </div>
        <Sessions userId={id} />
        {role === "customer" && <OperatorAccess accountId={id} />}
      </Suspense>
    </>
  );
}
