/** The page's colors for a canvas, which supports neither CSS variables nor `light-dark()`. */
export interface ChartColors {
  text: string;
  grid: string;
  ground: string;
  line: string;
  band: string;
  ema: string;
  up: string;
  down: string;
}

const BAND_OPACITY = '18%';

/** Reads the colors of the page around the chart. */
export function readChartColors(container: HTMLElement): ChartColors {
  const probe = document.createElement('span');
  // Opt out of forced colors: they give all text one color, so every reading would be the same.
  probe.style.setProperty('forced-color-adjust', 'none');
  container.append(probe);
  const read = (color: string): string => {
    probe.style.color = color;
    return getComputedStyle(probe).color;
  };
  const accent = read('var(--accent)');
  const colors = {
    text: read('var(--text-2)'),
    grid: read('var(--line)'),
    ground: read('var(--ground)'),
    line: accent,
    band: transparent(accent),
    ema: read('var(--line-strong)'),
    up: read('var(--up)'),
    down: read('var(--down)'),
  };
  probe.remove();
  return colors;
}

/** Calls back when the page's theme or palette changes; returns a function that stops watching. */
export function watchTheme(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(onChange);
  system.addEventListener('change', onChange);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-palette'] });
  return () => {
    system.removeEventListener('change', onChange);
    chosen.disconnect();
  };
}

function transparent(rgb: string): string {
  return rgb.replace(/^rgb\((.+)\)$/, (_, parts: string) => `rgba(${parts}, ${BAND_OPACITY})`);
}
