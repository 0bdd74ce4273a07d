import { messageDirection } from '@/lib/base/locale/language.ts';

/** The step from an item to its neighbor on one side of the screen: 1 is the next in order. */
export function stepToward(side: 'left' | 'right'): 1 | -1 {
  return (side === 'left') === (messageDirection() === 'rtl') ? 1 : -1;
}

/** The step that an arrow key makes through a row of items; `undefined` for other keys. */
export function stepOfKey(key: string): 1 | -1 | undefined {
  if (key === 'ArrowLeft') return stepToward('left');
  return key === 'ArrowRight' ? stepToward('right') : undefined;
}
