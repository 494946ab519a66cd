import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode } from "react";
import { identity } from "../api/queries.ts";
import { t } from "../base/language/language.ts";
import { T } from "../base/language/rich-text.tsx";
import { copyText } from "../base/toast.ts";
import { Button } from "./button.tsx";
import { Facts } from "./facts.tsx";
import { addressStore } from "./router.tsx";

/** Called with the failure of what a page is about. Its frame shows that in place of the page. */
export const PageFailed = createContext<((error: unknown) => void) | undefined>(undefined);

interface ProblemPageProps {
  /** What is missing. */
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** At most two ways on, the likely one first. */
  readonly ways: ReactNode;
  readonly requestId?: string | undefined;
}

/** A page in place of one that cannot be shown: what is missing, two ways on, and whom to write to. */
export function ProblemPage({ title, children, ways, requestId }: ProblemPageProps) {
  const { pathname } = addressStore.use();
  const email = useQuery(identity).data?.operator?.email;
  const write = (
    <T
      text="Write to {email}{hasId, select, yes { with the request ID} other {}}."
      email={<a href={`mailto:${email}`}>{email}</a>}
      hasId={requestId ? "yes" : "no"}
    />
  );
  return (
    <div className="problem">
      <h1>{title}</h1>
      {children && <p>{children}</p>}
      <p className="actions">{ways}</p>
      <Facts
        facts={[
          [t("Address"), <code key="address">{pathname}</code>],
          [t("Changed"), t("Nothing was changed or charged.")],
          ...(requestId
            ? ([
                [
                  t("Request ID"),
                  <>
                    <code>{requestId}</code>{" "}
                    <Button look="text" onPress={() => copyText(requestId)}>
                      {t("Copy")}
                    </Button>
                  </>,
                ],
              ] as const)
            : []),
          ...(email ? ([[t("Still wrong?"), write]] as const) : []),
        ]}
      />
    </div>
  );
}
