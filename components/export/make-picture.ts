import { drawPicture, type Picture } from '@/lib/pages/export/picture.ts';
import { readPictureFooter, type PictureFooter } from '@/lib/pages/export/picture-footer.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { PictureSource } from './picture-source.ts';
import { pictureElement } from './picture-element.ts';
import styles from './picture.module.css';

/** Makes a picture: lays out the content and a footer outside the visible page, then draws them. */
export async function makePicture(source: PictureSource): Promise<Picture> {
  const { content, parent = document.body, width, feedIds, dispose } = await source.build();
  const footer = await readPictureFooter(feedIds, Date.now());
  const stage = pictureElement('div', styles.stage, content, footerElement(footer));
  stage.style.width = `${width}px`;
  stage.inert = true;
  parent.append(stage);
  try {
    return await drawPicture(stage);
  } finally {
    stage.remove();
    dispose?.();
  }
}

function footerElement({ time, source }: PictureFooter): HTMLElement {
  return pictureElement(
    'div',
    styles.footer,
    pictureElement('span', styles.brand, t('app.name')),
    pictureElement('span', styles.source, source),
    pictureElement('span', styles.time, time),
  );
}
