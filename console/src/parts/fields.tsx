import { type ComponentProps, Fragment, type ReactNode, useState } from "react";
import type { Problem } from "../api/problem.ts";
import { t } from "../base/language/language.ts";
import { amountFault, type Typed, typedAmount, wholeFault, wholeNumber } from "../base/typed-numbers.ts";
import { CheckedField } from "./checked-field.tsx";
import { Area, Field, type Option, Select } from "./field.tsx";
import { MoneyField, WholeField } from "./number-field.tsx";

/** What a field is drawn with: what it has, why the service refuses it, and how it changes. */
interface Control<T> {
  /** In a page, where browsers fill in forms by the names of their fields. */
  readonly name: string | undefined;
  readonly value: T;
  readonly fault: string | undefined;
  change(typed: T): void;
}

/** A field of a form. `T` is what it has while it is typed, `V` what is sent of it. */
export interface Declared<T, V = T> {
  readonly initial: T;
  /** Without it, the field is shown. A hidden field has a value, too. */
  readonly shown?: boolean | undefined;
  /** Whether it shares a row with the next field. */
  readonly beside?: boolean | undefined;
  read(typed: T): V;
  /** Why the form cannot be sent with it; true if the field itself shows the reason. */
  blocks?(typed: T): string | boolean | undefined;
  draw(control: Control<T>, problem: Problem | undefined): ReactNode;
}

// biome-ignore lint/suspicious/noExplicitAny: fields of all types
export type Fields = Readonly<Record<string, Declared<any, any>>>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type TypedValues = Readonly<Record<string, any>>;
/** What a form sends. */
export type ValuesOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Declared<infer _, infer V> ? V : never;
};

type Own = "value" | "change" | "fault" | "warning";
type Placed = Partial<Pick<Declared<unknown>, "shown" | "beside">>;

interface TextSpec extends Placed, Omit<ComponentProps<typeof Field>, Own> {
  readonly initial?: string | null | undefined;
  /** The number of lines, if there are several. */
  readonly rows?: number;
  /** Whether the form cannot be sent without it. `required` shows it once the form is sent, this one before. */
  readonly blocksEmpty?: boolean;
  /** The text of what is typed. */
  shaped?(typed: string): string;
  /** Why a text is refused before it is sent. */
  check?(text: string): string | undefined;
  /** What follows from a text, which is accepted. */
  warning?(text: string): ReactNode;
}

/** A text, which is required unless `required` is false. */
export function textField(spec: TextSpec): Declared<string> {
  const { initial, shown, beside, rows, blocksEmpty, shaped, check, warning, ...given } = spec;
  const props = { required: true, dir: "auto", ...given } as const;
  return {
    initial: initial ?? "",
    shown,
    beside,
    read: (typed) => typed,
    blocks: (typed) => blocksEmpty && typed.trim() === "",
    draw({ change, ...control }) {
      const own = {
        ...control,
        warning: warning?.(control.value),
        change: (typed: string) => change(shaped ? shaped(typed) : typed),
      };
      if (rows) return <Area {...(props as object)} {...own} label={props.label} rows={rows} />;
      return check ? <CheckedField {...props} {...own} check={check} /> : <Field {...props} {...own} />;
    },
  };
}

/** A text that can be left empty; null is sent then. */
export const optionalField = (spec: TextSpec): Declared<string, string | null> => ({
  ...textField({ required: false, ...spec }),
  read: (typed) => typed.trim() || null,
});

interface ChoiceSpec<T extends string> extends Placed {
  readonly label: ReactNode;
  readonly initial?: NoInfer<T>;
  readonly options: readonly Option<T>[];
}

/** One of several options; the first one, unless `initial` has another. */
export const choiceField = <T extends string>(spec: ChoiceSpec<T>): Declared<T> => {
  const { label, initial, options, shown, beside } = spec;
  // Options that are loaded can replace the chosen one.
  const chosen = (typed: T) => options.find(([value]) => value === typed)?.[0] ?? options[0]?.[0] ?? typed;
  return {
    initial: initial ?? options[0]?.[0] ?? ("" as T),
    shown,
    beside,
    read: chosen,
    draw: ({ value, change, ...control }) => (
      <Select
        label={label}
        options={options}
        {...control}
        value={chosen(value)}
        change={(next) => change(next as T)}
      />
    ),
  };
};

interface MoneySpec extends Placed, Omit<ComponentProps<typeof MoneyField>, Own | "currency"> {
  readonly initial?: Typed | undefined;
  /** Whether it can be zero. */
  readonly zero?: boolean;
  /** Shown while there is no amount. */
  readonly missing?: string;
}

/** An amount in minor units, above zero unless `zero` is true. */
export const moneyField = (
  currency: string,
  { initial = "", shown, beside, zero, missing, ...props }: MoneySpec,
): Declared<Typed, number> => {
  const isMissing = (typed: Typed) => {
    const minor = typedAmount(typed, currency);
    return minor === undefined || (minor === 0 && !zero);
  };
  return {
    initial,
    shown,
    beside,
    read: (typed) => typedAmount(typed, currency) ?? Number.NaN,
    blocks: (typed) => isMissing(typed) || amountFault(typed, currency) !== undefined,
    draw: ({ fault, ...control }) => (
      <MoneyField
        {...props}
        {...control}
        currency={currency}
        fault={isMissing(control.value) ? (missing ?? fault) : fault}
      />
    ),
  };
};

interface WholeSpec extends Placed, Omit<ComponentProps<typeof WholeField>, Own> {
  readonly initial?: Typed | undefined;
  readonly missing?: string;
}

/** A whole number, which cannot be left empty. */
export const wholeField = ({
  initial = "",
  shown,
  beside,
  missing,
  ...props
}: WholeSpec): Declared<Typed, number> => ({
  initial,
  shown,
  beside,
  read: (typed) => wholeNumber(typed) ?? Number.NaN,
  blocks: (typed) =>
    wholeNumber(typed) === undefined || wholeFault(typed, props.least, props.most) !== undefined,
  draw: ({ fault, ...control }) => (
    <WholeField
      {...props}
      {...control}
      fault={wholeNumber(control.value) === undefined ? (missing ?? fault) : fault}
    />
  ),
});

interface FileSpec extends Omit<ComponentProps<typeof Field>, Own> {
  /** Why the form cannot be sent without a file. */
  readonly missing: string;
}

/** A file, without which the form cannot be sent. */
export const fileField = ({ missing, ...props }: FileSpec): Declared<File | undefined, File> => ({
  initial: undefined,
  read: (file) => file!,
  blocks: (file) => !file && missing,
  draw: ({ name, fault, change }) => (
    <Field
      {...props}
      type="file"
      required
      name={name}
      fault={fault}
      onChange={({ target }) => change(target.files?.[0])}
    />
  ),
});

/** The field of a new password. */
export const newPassword = {
  label: t("New password"),
  type: "password",
  autoComplete: "new-password",
  minLength: 10,
  hint: t("At least 10 characters. Common passwords are rejected."),
} as const;

interface CheckListProps {
  readonly items: readonly (readonly [value: string, label: ReactNode, note?: string])[];
  readonly chosen: ReadonlySet<string>;
  change(chosen: ReadonlySet<string>): void;
}

/** Options of which any number is chosen. */
export function CheckList({ items, chosen, change }: CheckListProps) {
  const toggle = (value: string) => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    change(next);
  };
  return (
    <ul>
      {items.map(([value, label, note]) => (
        <li key={value}>
          <label className="check">
            <input type="checkbox" checked={chosen.has(value)} onChange={() => toggle(value)} />
            {label}
          </label>
          {note !== undefined && <span className="sub">{note}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Fields, or fields that depend on what is typed; at first nothing is. */
export type DeclaredFields<F extends Fields> = F | ((typed: TypedValues) => F);

/** The state of a form of declared fields, what it sends, and how it is drawn. */
export function useFields<F extends Fields>(declared: DeclaredFields<F>) {
  const fieldsOf = (typed: TypedValues) => (typeof declared === "function" ? declared(typed) : declared);
  const [typed, setTyped] = useState<TypedValues>(() =>
    Object.fromEntries(Object.entries(fieldsOf({})).map(([name, { initial }]) => [name, initial])),
  );
  const fields = Object.entries(fieldsOf(typed));
  const shown = fields.filter(([, field]) => field.shown ?? true);
  const read = fields.map(([name, field]) => [name, field.read(typed[name])]);
  const draw = (problem: Problem | undefined, isNamed = false) => {
    const drawn = shown.map(([name, field]) => {
      const change = (value: unknown) => setTyped((before) => ({ ...before, [name]: value }));
      const fault = problem?.faultOf(name);
      const control = { name: isNamed ? name : undefined, value: typed[name], fault, change };
      return <Fragment key={name}>{field.draw(control, problem)}</Fragment>;
    });
    return drawn.map((one, index) => {
      if (shown[index - 1]?.[1].beside) return null;
      if (!shown[index]![1].beside) return one;
      return (
        <div className="row2" key={one.key}>
          {one}
          {drawn[index + 1]}
        </div>
      );
    });
  };
  return {
    /** Why the form cannot be sent, if a field stops it. */
    blocked: shown.map(([name, { blocks }]) => blocks?.(typed[name])).find(Boolean),
    values: Object.fromEntries(read) as ValuesOf<F>,
    draw,
    /** Whether a field shows the problem. */
    places: (problem: Problem | undefined) =>
      shown.some(([name]) => problem?.faultOf(name) || problem?.issues.some(({ loc }) => loc[1] === name)),
  };
}
