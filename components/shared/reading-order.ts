import { messageDirection } from '@/lib/base/locale/language.ts';

/** Returns 1 for the next item in order. */
export function stepToward(side: 'left' | 'right'): 1 | -1 {
  return (side === 'left') === (messageDirection() === 'rtl') ? 1 : -1;
}

/** Returns `undefined` for other keys. */
export function stepOfKey(key: string): 1 | -1 | undefined {
  if (key === 'ArrowLeft') return stepToward('left');
  return key === 'ArrowRight' ? stepToward('right') : undefined;
}
