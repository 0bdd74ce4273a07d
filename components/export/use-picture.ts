import { useEffect, useState } from 'react';
import type { Picture } from '@/lib/pages/export/picture.ts';
import { exportProblem } from './problem.ts';
import type { PictureSource, PictureTheme } from './picture-source.ts';

export type PictureState =
  | { state: 'making' }
  | { state: 'made'; picture: Picture; url: string }
  | { state: 'failed'; reason: string };

/** Makes the chosen picture, and makes a new one whenever the choice changes. */
export function usePicture(
  source: PictureSource,
  theme: PictureTheme,
  scale: number,
): PictureState {
  const [made, setMade] = useState<{ key: string; result: PictureState } | null>(null);
  const key = `${source.id} ${theme} ${scale}`;

  useEffect(() => {
    let isCurrent = true;
    let url: string | undefined;
    void make(source, theme, scale).then((result) => {
      if (result.state === 'made') ({ url } = result);
      if (isCurrent) setMade({ key: `${source.id} ${theme} ${scale}`, result });
      else if (url !== undefined) URL.revokeObjectURL(url);
    });
    return () => {
      isCurrent = false;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [source, theme, scale]);

  return made?.key === key ? made.result : { state: 'making' };
}

// One at a time: concurrent work would see each other's unfinished content, and be no faster.
let lastWork: Promise<unknown> = Promise.resolve();

function make(source: PictureSource, theme: PictureTheme, scale: number): Promise<PictureState> {
  const work = lastWork.then(async (): Promise<PictureState> => {
    try {
      // The drawing library is loaded with the first picture.
      const { makePicture } = await import('./make-picture.ts');
      const picture = await makePicture(source, { theme, scale });
      return { state: 'made', picture, url: URL.createObjectURL(picture.blob) };
    } catch (error) {
      return { state: 'failed', reason: exportProblem(error) };
    }
  });
  lastWork = work;
  return work;
}
