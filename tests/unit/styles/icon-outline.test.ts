import { expect, test } from 'vitest';
import { iconOutline } from '@/components/shared/icon-outline.ts';

test('the shapes of an icon become one path', () => {
  const outline = iconOutline([
    ['path', { d: 'm21 21-4-4' }],
    ['line', { x1: 1, y1: '2', x2: 3, y2: 4 }],
    ['circle', { cx: '11', cy: '11', r: '8' }],
    ['rect', { x: 3, y: 4, width: 18, height: 10, rx: 2 }],
  ]);
  expect(outline).toBe(
    'M0 0m21 21-4-4' +
      'M1 2L3 4' +
      'M19 11a8 8 0 1 1-16 0a8 8 0 1 1 16 0Z' +
      'M5 4h14a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-6a2 2 0 0 1 2 -2Z',
  );
});

test('a shape that is not known is an error, not a hole in the icon', () => {
  expect(() => iconOutline([['polyline', { points: '1 2 3 4' }]])).toThrow(/polyline/);
});
