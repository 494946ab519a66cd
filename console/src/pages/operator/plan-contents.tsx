import type { Product } from "../../api/client.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { periodWord } from "../../base/period-words.ts";
import { type Typed, wholeNumber } from "../../base/typed-numbers.ts";
import { Area, Field, Select } from "../../parts/field.tsx";
import { WholeField } from "../../parts/number-field.tsx";
import { ownLimit } from "../../parts/policy-words.ts";
import { Section } from "../../parts/section.tsx";
import { PlanApis } from "./plan-apis.tsx";
import { type PlanDetails, requestedDetails } from "./plan-details.ts";
import { PolicyFields } from "./policy-editor.tsx";
import type { PolicyForm } from "./policy-form.ts";
import type { Contents } from "./use-contents.ts";

interface ContentsProps {
  readonly contents: Contents;
}

interface ContentsSectionsProps extends ContentsProps {
  readonly product: Product;
  /** Whether a section about the price follows, which has the fields of start and credits. */
  readonly hasPrice: boolean;
}

/** What a plan contains: lookups, limits, and what few plans need. */
export function ContentsSections({ contents, product, hasPrice }: ContentsSectionsProps) {
  const { apis, included, policy, setPolicy } = contents;
  const nameOf = (id: string) => apis.find((one) => one.id === id)?.display_name ?? id;
  return (
    <Section
      title={t("Contents")}
      note={t("Lookups and APIs, each with the credits of a call.")}
      aside={
        <span className="sm muted">
          {t("{included} of {all, plural, one {# API} other {# APIs}}", {
            included: included.size,
            all: apis.length,
          })}
        </span>
      }
    >
      <PlanApis contents={contents} />
      <div className="fields3 note">
        <LimitFields contents={contents} />
        {!hasPrice && (
          <>
            <CreditsField contents={contents} />
            <StartsField contents={contents} />
          </>
        )}
      </div>
      <details className="datat">
        <summary>{t("Name and text")}</summary>
        <TextFields contents={contents} />
      </details>
      <details className="datat">
        <summary>{t("Charging, access and watches")}</summary>
        <PolicyFields product={product} form={policy} change={setPolicy} nameOf={nameOf} />
      </details>
    </Section>
  );
}

/** The limits that most plans have. Their periods are among the fields of the policy. */
function LimitFields({ contents: { policy, setPolicy, details, setDetails } }: ContentsProps) {
  const put = (name: keyof PolicyForm) => (value: Typed) => setPolicy({ ...policy, [name]: value });
  const seconds = wholeNumber(policy.rateSeconds) ?? 60;
  return (
    <>
      <WholeField
        label={
          seconds === 60 || Number.isNaN(seconds)
            ? t("Calls per minute")
            : t("Calls per {seconds} s", { seconds: count(seconds) })
        }
        placeholder={t("no limit")}
        value={policy.rateCalls}
        least={1}
        change={put("rateCalls")}
      />
      <WholeField
        label={t("Calls per {period}", { period: periodWord(policy.quotaRenewal) })}
        placeholder={t("no limit")}
        value={policy.quotaCalls}
        least={1}
        change={put("quotaCalls")}
      />
      <WholeField
        label={t("Plans per customer")}
        placeholder={ownText(details)}
        value={details.limit}
        least={1}
        change={(limit) => setDetails({ ...details, limit })}
      />
    </>
  );
}

/** How many plans a customer can have without a limit of its own. */
function ownText(details: PlanDetails): string {
  const limit = ownLimit({ ...requestedDetails(details), subscriptions_limit: null });
  return limit === null ? t("no limit") : count(limit);
}

/** Whether an operator approves each customer. */
export function StartsField({ contents: { details, setDetails } }: ContentsProps) {
  return (
    <Select
      label={t("Starts")}
      options={[
        ["no", t("without approval")],
        ["yes", t("after you approve")],
      ]}
      value={details.approval}
      change={(approval) => setDetails({ ...details, approval })}
    />
  );
}

/** The credits of a plan that is not sold. */
export function CreditsField({ contents: { details, setDetails } }: ContentsProps) {
  return (
    <WholeField
      label={t("Initial credits")}
      placeholder={t("unlimited")}
      hint={t("Existing subscriptions keep their credits.")}
      value={details.credits}
      change={(credits) => setDetails({ ...details, credits })}
    />
  );
}

function TextFields({ contents: { details, setDetails } }: ContentsProps) {
  const control = (name: keyof PlanDetails & ("display_name" | "description" | "terms")) => ({
    value: details[name],
    change: (value: string) => setDetails({ ...details, [name]: value }),
  });
  return (
    <div className="form note">
      <Field label={t("Name")} required maxLength={100} dir="auto" {...control("display_name")} />
      <Field label={t("Description")} dir="auto" {...control("description")} />
      <Area label={t("Terms")} dir="auto" {...control("terms")} />
    </div>
  );
}
