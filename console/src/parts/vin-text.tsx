/** A VIN in text, with visual gaps that are not copied. */
export function VinText({ vin }: { vin: string }) {
  if (vin.length !== 17) return <span className="vin">{vin}</span>;
  return (
    <span className="vin">
      <i>{vin.slice(0, 3)}</i>
      <i>{vin.slice(3, 9)}</i>
      {vin.slice(9)}
    </span>
  );
}

const vinIn = /(?<=\/)[A-HJ-NPR-Z0-9]{17}(?=$|[/?])/i;

/** A path; a VIN in it is shown as a VIN. */
export function PathText({ path }: { path: string }) {
  const found = vinIn.exec(path);
  if (!found) return <span className="mono">{path}</span>;
  return (
    <span className="mono">
      {path.slice(0, found.index)}
      <VinText vin={found[0]} />
      {path.slice(found.index + 17)}
    </span>
  );
}
