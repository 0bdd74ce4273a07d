import { useEffect, useState } from 'react';
import type { Picture } from '@/lib/pages/export/picture.ts';
import { exportProblem } from './problem.ts';
import type { PictureSource } from './picture-source.ts';

export type PictureState =
  | { state: 'making' }
  | { state: 'made'; picture: Picture; url: string }
  | { state: 'failed'; reason: string };

export function usePicture(source: PictureSource): PictureState {
  const [result, setResult] = useState<PictureState>({ state: 'making' });

  useEffect(() => {
    let isCurrent = true;
    let url: string | undefined;
    void make(source).then((made) => {
      if (made.state === 'made') ({ url } = made);
      if (isCurrent) setResult(made);
      else if (url !== undefined) URL.revokeObjectURL(url);
    });
    return () => {
      isCurrent = false;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [source]);

  return result;
}

// One at a time: concurrent work would see each other's unfinished content, and be no faster.
let lastWork: Promise<unknown> = Promise.resolve();

function make(source: PictureSource): Promise<PictureState> {
  const work = lastWork.then(async (): Promise<PictureState> => {
    try {
      // The drawing library is loaded with the first picture.
      const { makePicture } = await import('./make-picture.ts');
      const picture = await makePicture(source);
      return { state: 'made', picture, url: URL.createObjectURL(picture.blob) };
    } catch (error) {
      return { state: 'failed', reason: exportProblem(error) };
    }
  });
  lastWork = work;
  return work;
}
