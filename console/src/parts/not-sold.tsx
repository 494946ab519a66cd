import { t } from "../base/language/language.ts";
import { AskOperator } from "./ask-operator.tsx";

/** In place of a button that buys, while the service sells nothing that has a price. */
export const NotSold = () => (
  <span className="muted">
    <AskOperator>{t("Not sold now. Ask the operator.")}</AskOperator>
  </span>
);
