import { buildStreet, type House, street } from "./street-shapes.ts";

const houses = buildStreet();
const lit = { fill: "var(--warningBg)", stroke: "var(--warningBorder)" };
const leaf = { fill: "var(--successBg)", stroke: "var(--successBorder)" };

/** The street of shops at the foot of the sign-in page. Decoration only. */
export function Street() {
  return (
    <svg
      className="street"
      viewBox={`0 0 ${street.width} ${street.height}`}
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      strokeWidth={1.25}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {houses.map((house) => (
        <HouseShape key={house.x} house={house} />
      ))}
      <path d={`M0 ${street.ground}H${street.width}`} />
    </svg>
  );
}

function HouseShape({ house }: { readonly house: House }) {
  return (
    <g>
      <path d={house.walls} />
      {house.roof && <path d={house.roof} />}
      {house.windows.map(({ x, y, isLit }) => (
        <rect key={`${x}-${y}`} style={isLit ? lit : undefined} x={x} y={y} width="16" height="16" rx="1.5" />
      ))}
      <path style={{ fill: "var(--fill)" }} d={house.awning} />
      <path d={house.doorAndWindow} />
      {house.tree && <path d={house.tree.trunk} />}
      {house.tree && <path style={leaf} d={house.tree.crown} />}
    </g>
  );
}
