import { buildStreet, type House, street } from "./street-shapes.ts";

const houses = buildStreet();

/** The street of shops at the foot of the sign-in page. Decoration only. */
export function Street() {
  return (
    <svg
      className="street"
      viewBox={`0 0 ${street.width} ${street.height}`}
      preserveAspectRatio="xMidYMax slice"
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
        <rect
          key={`${x}-${y}`}
          className={isLit ? "street-lit" : undefined}
          x={x}
          y={y}
          width="16"
          height="16"
          rx="1.5"
        />
      ))}
      <path className="street-awning" d={house.awning} />
      <path d={house.doorAndWindow} />
      {house.tree && <path d={house.tree.trunk} />}
      {house.tree && <path className="street-leaf" d={house.tree.crown} />}
    </g>
  );
}
