import { api, dataOf } from "../../api/client.ts";
import { downloadFile } from "../../api/download.ts";
import { monthName } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { Mark } from "../../parts/outcome.tsx";
import type { BillingRow } from "../../parts/page-parts.ts";
import { navigate } from "../../parts/router.tsx";
import { statementPath } from "../../parts/side-paths.ts";
import { handStatement } from "./handed-statement.ts";
import type { ListedStatement } from "./statement-queries.ts";

/** The statements of an account. */
export async function statementRows(userId: string) {
  const months = await dataOf(api.GET("/users/{id}/statements", { params: { path: { id: userId } } }));
  return { rows: months.map((one) => rowOf(userId, one)), total: months.length };
}

function rowOf(userId: string, { month, state, calls, credits }: ListedStatement): BillingRow {
  const path = `/users/${encodeURIComponent(userId)}/statements/${month}`;
  const name = `statement-${month}`;
  const of = <span className="vh"> {t("of {number}", { number: monthName(month) })}</span>;
  const verify = async () => {
    const params = { path: { id: userId, month } };
    handStatement(
      `${name}.json`,
      await dataOf<string>(api.GET("/users/{id}/statements/{month}", { params, parseAs: "text" })),
    );
    await navigate("/verify");
  };
  return {
    ids: [name],
    // A statement is of the whole month: it precedes what was paid in it.
    at: `${month}-32`,
    month,
    number: t("Statement"),
    to: statementPath(userId, month),
    what: `${t("{calls, plural, one {# call} other {# calls}}", { calls })}, ${t("{credits, plural, one {# credit} other {# credits}}", { credits })}`,
    state:
      state === "final" ? (
        <Mark outcome="ok">{t("Final")}</Mark>
      ) : (
        <Mark outcome="other">{t("Provisional")}</Mark>
      ),
    actions: (
      <>
        <Button look="text" onPress={() => downloadFile(path, `${name}.pdf`, "application/pdf")}>
          <T text="PDF{of}" of={of} />
        </Button>
        <Button look="text" onPress={verify}>
          <T text="Verify{of}" of={of} />
        </Button>
      </>
    ),
  };
}
