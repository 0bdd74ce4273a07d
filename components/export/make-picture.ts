import { drawPicture, type Picture } from '@/lib/export/picture.ts';
import { readPictureFooter, type PictureFooter } from '@/lib/export/picture-footer.ts';
import type { PictureStyle, PictureSource } from './picture-source.ts';
import './picture.css';

/** Makes a picture: lays out the content and a footer outside the visible page, then draws them. */
export async function makePicture(source: PictureSource, style: PictureStyle): Promise<Picture> {
  const footer = await readPictureFooter(Date.now());
  const { content, parent = document.body, width, dispose } = await source.build(style);
  const stage = document.createElement('div');
  stage.className = 'picture-stage';
  stage.style.colorScheme = style.theme;
  stage.style.width = `${width}px`;
  stage.inert = true;
  stage.append(content, footerElement(footer));
  parent.append(stage);
  try {
    return await drawPicture(stage, style.scale);
  } finally {
    stage.remove();
    dispose?.();
  }
}

function footerElement({ time, source }: PictureFooter): HTMLElement {
  const element = document.createElement('div');
  element.className = 'picture-footer';
  for (const [name, text] of [
    ['picture-brand', 'Pricelight'],
    ['picture-source', source],
    ['picture-time', time],
  ] as const) {
    const part = document.createElement('span');
    part.className = name;
    part.textContent = text;
    element.append(part);
  }
  return element;
}
