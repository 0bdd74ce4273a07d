import { chartLabel, copyOfPage } from './page-picture.ts';
import type { PictureSource } from './picture-source.ts';

/**
 * Picture sources in the open feed details: the elements marked with `data-picture="detail"` and
 * `data-picture="chart"`. Returns `null` if there are none.
 */
export function feedPictures(symbol: string): [PictureSource, ...PictureSource[]] | null {
  const [first, ...others] = (['detail', 'chart'] as const).flatMap((id) => {
    const element = document.querySelector<HTMLElement>(`[data-picture="${id}"]`);
    return element ? [sourceOf(id, symbol, element)] : [];
  });
  return first ? [first, ...others] : null;
}

const LABELS = { detail: 'Detail', chart: 'Chart' } as const;

function sourceOf(id: keyof typeof LABELS, symbol: string, element: HTMLElement): PictureSource {
  return {
    id,
    label: LABELS[id],
    subject: symbol,
    async build(style) {
      const built = await copyOfPage(element, style);
      return id === 'chart' ? { ...built, content: titled(symbol, built.content) } : built;
    },
  };
}

// A chart alone does not show which feed it belongs to.
function titled(symbol: string, chart: HTMLElement): HTMLElement {
  const title = document.createElement('div');
  title.className = 'picture-title';
  const name = document.createElement('b');
  name.textContent = symbol;
  const caption = document.createElement('span');
  caption.textContent = chartLabel(chart);
  title.append(name, caption);
  const content = document.createElement('div');
  content.className = 'picture-chart';
  content.append(title, chart);
  return content;
}
