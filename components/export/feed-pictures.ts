import { t } from '@/lib/base/locale/t.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { chartLabel, copyOfPage } from './page-picture.ts';
import type { PictureSource } from './picture-source.ts';
import { pictureElement } from './picture-element.ts';
import styles from './picture.module.css';

interface PicturedFeed {
  id: FeedId;
  symbol: string;
}

/**
 * Picture sources in the open feed details: the elements marked with `data-picture="detail"` and
 * `data-picture="chart"`. Returns `null` if there are none.
 */
export function feedPictures({
  id: feedId,
  symbol,
}: PicturedFeed): [PictureSource, ...PictureSource[]] | null {
  const [first, ...others] = (['detail', 'chart'] as const).flatMap((id) => {
    const element = document.querySelector<HTMLElement>(`[data-picture="${id}"]`);
    return element ? [sourceOf(id, { id: feedId, symbol }, element)] : [];
  });
  return first ? [first, ...others] : null;
}

const LABELS = { detail: 'picture.detail', chart: 'chart.title' } as const;

function sourceOf(
  id: keyof typeof LABELS,
  { id: feedId, symbol }: PicturedFeed,
  element: HTMLElement,
): PictureSource {
  return {
    id,
    label: t(LABELS[id]),
    subject: symbol,
    async build(style) {
      const built = { ...(await copyOfPage(element, style)), feedIds: [feedId] };
      return id === 'chart' ? { ...built, content: titled(symbol, built.content) } : built;
    },
  };
}

// A chart alone does not show which feed it belongs to.
function titled(symbol: string, chart: HTMLElement): HTMLElement {
  const title = pictureElement(
    'div',
    styles.title,
    pictureElement('b', undefined, symbol),
    pictureElement('span', undefined, chartLabel(chart)),
  );
  return pictureElement('div', styles.chart, title, chart);
}
