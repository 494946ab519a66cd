interface ChoiceProps {
  readonly name: string;
  readonly checked: boolean;
  readonly children: React.ReactNode;
  choose(): void;
}

/** One of several that exclude each other; `name` is common to them. */
export function Choice({ name, checked, children, choose }: ChoiceProps) {
  return (
    <label>
      <input type="radio" name={name} checked={checked} onChange={choose} />
      <span>{children}</span>
    </label>
  );
}
