export type Color = readonly number[];

/** @param hex such as `#0b7a4b` */
export function colorOf(hex: string): Color {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** By the formula of WCAG 2. */
export function contrast(a: Color, b: Color): number {
  const [lighter = 0, darker = 0] = [a, b].map(luminance).toSorted((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
