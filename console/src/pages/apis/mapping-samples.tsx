import type { MappingSample, VendorMapping } from "../../api/api-mappings.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { JsonView } from "../../parts/json-view.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { type Column, Table } from "../../parts/table.tsx";

const outcomes: Readonly<Record<MappingSample["outcome"], string>> = {
  record: t("Record found"),
  not_found: t("Not found"),
  failure: t("Failure"),
  outside: t("Outside the mapping"),
};

type Fault = MappingSample["faults"][number];

const faultColumns: readonly Column<Fault>[] = [
  { head: t("Place"), cell: ({ path }) => <code>{sentText(path)}</code> },
  { head: t("Reason"), cell: ({ reason }) => sentText(reason) },
];

function headline(samples: readonly MappingSample[]): string {
  const total = samples.length;
  const good = samples.filter(({ as_declared }) => as_declared).length;
  if (total === 0) return t("The mapping has no samples");
  return good === total
    ? t("{total, plural, one {The sample is} other {All # samples are}} as declared", { total })
    : t("{good} of {total, plural, one {# sample is} other {# samples are}} as declared", { good, total });
}

/** What a mapping makes of each of its samples. */
export function MappingSamples({ mapping: { samples } }: { readonly mapping: VendorMapping }) {
  return (
    <>
      <h3>{headline(samples)}</h3>
      <p className="muted">{t("Nothing is saved yet.")}</p>
      {samples.map((sample, index) => (
        <Sample key={`${index + 1}`} sample={sample} number={index + 1} />
      ))}
    </>
  );
}

interface SampleProps {
  readonly sample: MappingSample;
  /** From 1. */
  readonly number: number;
}

function Sample({ sample, number }: SampleProps) {
  const { lookup, is, outcome, as_declared, faults, unread, original, data } = sample;
  return (
    <article className="sample">
      <h4>
        {t("Sample {number}", { number })} <code>{lookup}</code>
      </h4>
      <p>
        <Mark outcome={as_declared ? "ok" : "failed"}>
          {as_declared ? t("As declared") : t("Not as declared")}
        </Mark>{" "}
        <span className="muted">
          {is === outcome
            ? outcomes[outcome]
            : t("Read as {outcome}, declared as {declared}", {
                outcome: outcomes[outcome],
                declared: outcomes[is],
              })}
        </span>
      </p>
      {!as_declared && is === outcome && faults.length === 0 && (
        <p className="fault">{t("The record differs from the declared data.")}</p>
      )}
      {faults.length > 0 && (
        <Table
          caption={t("Faults of sample {number}", { number })}
          items={faults}
          keyOf={({ path, reason }) => `${path} ${reason}`}
          columns={faultColumns}
        />
      )}
      {unread.length > 0 && (
        <p className="xs muted">{t("Not read by the mapping: {members}", { members: unread.join(", ") })}</p>
      )}
      <div className="beside">
        <Side
          title={t("Vendor's response")}
          label={t("Vendor's response of sample {number}", { number })}
          value={original}
          empty={t("No body")}
        />
        <Side
          title={t("Mapped record")}
          label={t("Mapped record of sample {number}", { number })}
          value={data}
          empty={t("No record")}
        />
      </div>
    </article>
  );
}

interface SideProps {
  readonly title: string;
  /** The name of the section that scrolls. */
  readonly label: string;
  readonly value: unknown;
  /** Shown without a value. */
  readonly empty: string;
}

const Side = ({ title, label, value, empty }: SideProps) => (
  <div>
    <p className="xs strong">{title}</p>
    {value === null || value === undefined ? (
      <p className="muted">{empty}</p>
    ) : (
      <JsonView value={value} label={label} />
    )}
  </div>
);
