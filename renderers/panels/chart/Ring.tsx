export interface RingPart {
  readonly name: string;
  readonly value: number;
}

interface RingProps {
  readonly label: string;
  readonly parts: readonly RingPart[];
  readonly middle: string;
  readonly caption: string;
}

const [size, radius, thickness, gap] = [176, 68, 20, 4];
const around = 2 * Math.PI * radius;

/** Shares of a whole as a ring with gaps, the whole in its middle. */
export function Ring({ label, parts, middle, caption }: RingProps) {
  const whole = parts.reduce((sum, part) => sum + Math.max(0, part.value), 0);
  let start = 0;
  const arcs = parts.map((part) => {
    const length = whole > 0 ? (Math.max(0, part.value) / whole) * around : 0;
    const arc = { start, length: Math.max(0, parts.length > 1 ? length - gap : length) };
    start += length;
    return arc;
  });
  return (
    <svg className="sc-ring" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width={size} height={size}>
      <g transform={`rotate(-90 ${size / 2} ${size / 2})`} fill="none" strokeWidth={thickness}>
        {parts.map((part, index) => (
          <circle
            key={part.name}
            cx={size / 2}
            cy={size / 2}
            r={radius}
            stroke={`var(--chart${index % 6})`}
            strokeDasharray={`${arcs[index]?.length ?? 0} ${around}`}
            strokeDashoffset={-(arcs[index]?.start ?? 0)}
          />
        ))}
      </g>
      <text className="sc-ring-middle" x="50%" y="50%" textAnchor="middle">
        {middle}
      </text>
      <text className="sc-chart-label" x="50%" y="50%" dy="22" textAnchor="middle">
        {caption}
      </text>
    </svg>
  );
}
