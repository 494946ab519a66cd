import { count } from "../base/format.ts";
import { t } from "../base/language/language.ts";
import { Button } from "./button.tsx";

interface PagerProps {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  /** The buttons to the page before and after. */
  readonly steps?: readonly [before: string, after: string];
  go(page: number): void;
}

/** The shown part of a list, such as "1 to 24 of 5,171", and buttons for the next parts. */
export function Pager({ page, pageSize, total, steps = [t("Newer"), t("Older")], go }: PagerProps) {
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  return (
    <div className="pager">
      <span>
        {total === 0
          ? t("None")
          : t("{first} to {last} of {total}", {
              first: count(first),
              last: count(last),
              total: count(total),
            })}
      </span>
      <span className="actions">
        <Button repeatable onPress={() => go(page - 1)} disabled={page <= 1}>
          {steps[0]}
        </Button>
        <Button repeatable onPress={() => go(page + 1)} disabled={last >= total}>
          {steps[1]}
        </Button>
      </span>
    </div>
  );
}
