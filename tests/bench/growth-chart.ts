/** How one cost depends on the number of feeds. */
export interface Curve {
  label: string;
  points: { feeds: number; ms: number }[];
}

const WIDTH = 720;
const HEIGHT = 400;
const PLOT = { left: 56, right: 464, top: 40, bottom: 352 };

// Distinguishable with every kind of color vision.
const STROKES = [
  { color: '#3a53d6', dash: '' },
  { color: '#7f8aa3', dash: '2 4' },
  { color: '#b3541e', dash: '' },
  { color: '#0b7a4b', dash: '' },
  { color: '#7f8aa3', dash: '8 4' },
];

/** Draws the curves on logarithmic axes, as the text of an SVG file. */
export function growthChart(curves: readonly Curve[]): string {
  const points = curves.flatMap((curve) => curve.points);
  const decades = {
    x: [0, Math.max(1, Math.ceil(Math.log10(Math.max(...points.map(({ feeds }) => feeds)))))],
    y: [
      Math.floor(Math.log10(Math.min(...points.map(({ ms }) => ms)))),
      Math.ceil(Math.log10(Math.max(...points.map(({ ms }) => ms)))),
    ],
  } as const;
  const x = scale(decades.x, PLOT.left, PLOT.right);
  const y = scale(decades.y, PLOT.bottom, PLOT.top);
  const lines = curves.map(({ points: of }, index) => {
    const { color, dash } = strokeOf(index);
    const path = of.map(({ feeds, ms }) => `${round(x(feeds))},${round(y(ms))}`).join(' ');
    return `<polyline points="${path}" stroke="${color}" stroke-dasharray="${dash}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="Milliseconds by the number of feeds" font-family="system-ui, sans-serif" font-size="12" fill="#3b4252">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
<text x="${PLOT.left}" y="24" font-size="14" font-weight="600">Milliseconds by the number of feeds</text>
<g stroke="#e3e7ef" stroke-width="1">${gridOf(decades, x, y)}</g>
<g>${axisTexts(decades, x, y)}</g>
<g fill="none" stroke-width="2" stroke-linejoin="round">${lines.join('')}</g>
<g>${legend(curves, y)}</g>
</svg>
`;
}

type Range = readonly [from: number, to: number];

interface Decades {
  x: Range;
  y: Range;
}

type Scale = (value: number) => number;

function scale([from, to]: Range, start: number, end: number): Scale {
  const length = Math.max(1, to - from);
  return (value) => start + ((Math.log10(value) - from) / length) * (end - start);
}

function gridOf(decades: Decades, x: Scale, y: Scale): string {
  return [
    ...powersOf(decades.x).map(
      (value) => `<path d="M${round(x(value))} ${PLOT.top}V${PLOT.bottom}"/>`,
    ),
    ...powersOf(decades.y).map(
      (value) => `<path d="M${PLOT.left} ${round(y(value))}H${PLOT.right}"/>`,
    ),
  ].join('');
}

function axisTexts(decades: Decades, x: Scale, y: Scale): string {
  const format = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
  return [
    ...powersOf(decades.x).map(
      (value) =>
        `<text x="${round(x(value))}" y="${PLOT.bottom + 20}" text-anchor="middle">${format.format(value)}</text>`,
    ),
    ...powersOf(decades.y).map(
      (value) =>
        `<text x="${PLOT.left - 8}" y="${round(y(value) + 4)}" text-anchor="end">${format.format(value)}</text>`,
    ),
  ].join('');
}

/** Labels are placed at the ends of their curves, moved apart where they would overlap. */
function legend(curves: readonly Curve[], y: Scale): string {
  const labels = curves
    .map(({ label, points }, index) => ({ label, index, at: y(points.at(-1)?.ms ?? 1) }))
    .toSorted((one, other) => one.at - other.at);
  let minY = 0;
  return labels
    .map(({ label, index, at }) => {
      const labelY = Math.max(at, minY);
      minY = labelY + 18;
      const { color, dash } = strokeOf(index);
      const line = `<path d="M${PLOT.right + 10} ${round(labelY)}h18" stroke="${color}" stroke-width="2" stroke-dasharray="${dash}"/>`;
      return `${line}<text x="${PLOT.right + 34}" y="${round(labelY + 4)}" font-size="10">${escape(label)}</text>`;
    })
    .join('');
}

function strokeOf(index: number): { color: string; dash: string } {
  return STROKES[index % STROKES.length] ?? { color: '#000000', dash: '' };
}

function powersOf([from, to]: Range): number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => 10 ** (from + step));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
