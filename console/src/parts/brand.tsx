import { Link } from "./router.tsx";

// Seventeen ticks in groups of 3, 5, 1, 1, 1, 6; the tall one is the check digit.
const ticks = [0, 3, 6, 10.2, 13.2, 16.2, 19.2, 22.2, 30.6, 34.8, 39, 42, 45, 48, 51, 54];

/** The logo with the name, as a link. */
export function Brand({ to }: { to: string }) {
  return (
    <Link className="brand" to={to}>
      <svg viewBox="0 0 56 18" aria-hidden="true">
        {ticks.map((x) => (
          <rect key={x} className="t" x={x} y={5} width={2} height={8} />
        ))}
        <rect className="g" x={26.4} y={0} width={2} height={18} />
      </svg>
      Vingate
    </Link>
  );
}
