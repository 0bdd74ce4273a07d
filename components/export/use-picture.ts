import { useEffect, useState } from 'react';
import type { FeedId } from '@/lib/base/units.ts';
import { readCards } from '@/lib/pages/export/cards.ts';
import { drawCards, type Picture, type Shape } from './draw-cards.ts';
import { exportProblem } from './problem.ts';

export type PictureState =
  | { state: 'making' }
  | { state: 'made'; picture: Picture; url: string }
  | { state: 'failed'; reason: string };

const MAKING: PictureState = { state: 'making' };

/** @param id the feed in the picture; without it, the picture shows the list */
export function usePicture(id: FeedId | undefined, shape: Shape): PictureState {
  const [result, setResult] = useState<{ shape: Shape; made: PictureState }>();

  useEffect(() => {
    let isCurrent = true;
    let url: string | undefined;
    void make(id, shape).then((made) => {
      if (made.state === 'made') ({ url } = made);
      if (isCurrent) setResult({ shape, made });
      else if (url !== undefined) URL.revokeObjectURL(url);
    });
    return () => {
      isCurrent = false;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [id, shape]);

  return result?.shape === shape ? result.made : MAKING;
}

async function make(id: FeedId | undefined, shape: Shape): Promise<PictureState> {
  try {
    const picture = await drawCards(await readCards(Date.now(), id), shape);
    return { state: 'made', picture, url: URL.createObjectURL(picture.blob) };
  } catch (error) {
    return { state: 'failed', reason: exportProblem(error) };
  }
}
