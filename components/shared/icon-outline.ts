import type { IconNode } from 'lucide';

type Shape = IconNode[number];

const LUCIDE_ICON = /\/lucide\/dist\/esm\/icons\//;

/**
 * Makes one outline of each Lucide icon at build time: its shapes are larger and would be joined at
 * every start.
 */
export const iconOutlines = {
  name: 'icon-outlines',
  async load(id: string): Promise<string | null> {
    if (!LUCIDE_ICON.test(id)) return null;
    const icon: { default: IconNode } = await import(id);
    return `export default ${JSON.stringify(iconOutline(icon.default))};`;
  },
};

/**
 * The icon's `d` on a grid of 24 units. A long list renders hundreds of icons with several shapes
 * each.
 * @throws TypeError for a shape that no icon here has
 */
export function iconOutline(shapes: IconNode): string {
  return shapes.map(shapeOutline).join('');
}

function shapeOutline([tag, { d = '', ...lengths }]: Shape): string {
  const of = (name: keyof typeof lengths): number => Number(lengths[name] ?? 0);
  switch (tag) {
    case 'path':
      // A path may start with a relative “m”, which must not count from the previous end.
      return `M0 0${d}`;
    case 'line':
      return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`;
    case 'circle':
      return circle(of('cx'), of('cy'), of('r'));
    case 'rect':
      return roundedRectangle(of('x'), of('y'), of('width'), of('height'), of('rx'));
    default:
      throw new TypeError(`An icon has the shape “${tag}”.`);
  }
}

function circle(x: number, y: number, radius: number): string {
  const half = `a${radius} ${radius} 0 1 1`;
  return `M${x + radius} ${y}${half}${-2 * radius} 0${half} ${2 * radius} 0Z`;
}

function roundedRectangle(x: number, y: number, width: number, height: number, radius: number) {
  const across = width - 2 * radius;
  const down = height - 2 * radius;
  const corner = `a${radius} ${radius} 0 0 1`;
  return (
    `M${x + radius} ${y}h${across}${corner} ${radius} ${radius}` +
    `v${down}${corner} ${-radius} ${radius}h${-across}${corner} ${-radius} ${-radius}` +
    `v${-down}${corner} ${radius} ${-radius}Z`
  );
}
