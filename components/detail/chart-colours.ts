/** The page's colours as a canvas understands them: it knows neither variables nor light-dark(). */
export interface ChartColours {
  text: string;
  grid: string;
  ground: string;
  line: string;
  band: string;
  ema: string;
  label: string;
}

const BAND_OPACITY = '18%';

/** Reads them in the theme of a chart's canvases, which a picture may set apart from the page's. */
export function readChartColours(container: HTMLElement): ChartColours {
  const element = container.querySelector('canvas')?.parentElement ?? container;
  const probe = document.createElement('span');
  // Where the user's own colours are forced, text has one: ground and line would be the same.
  probe.style.setProperty('forced-color-adjust', 'none');
  element.append(probe);
  const read = (colour: string): string => {
    probe.style.color = colour;
    return getComputedStyle(probe).color;
  };
  const accent = read('var(--accent)');
  const colours = {
    text: read('var(--text-2)'),
    grid: read('var(--line)'),
    ground: read('var(--ground)'),
    line: accent,
    band: transparent(accent),
    ema: read('var(--line-strong)'),
    label: read('var(--text-2)'),
  };
  probe.remove();
  return colours;
}

/** Calls back whenever the page's theme or palette changes; returns how to stop. */
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
