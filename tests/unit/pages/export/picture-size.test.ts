import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_CANVAS_SIDE, fitPicture } from '@/lib/pages/export/picture-size.ts';

describe('the size of a picture', () => {
  it('is as wanted if a canvas can be that large', () => {
    expect(fitPicture(1_200, 630)).toEqual({
      width: 1_200,
      height: 630,
      scale: 1,
      isReduced: false,
    });
    expect(fitPicture(720, 16_384)).toMatchObject({ height: 16_384, isReduced: false });
  });

  it('is reduced in proportion if a side would exceed 16,384 pixels', () => {
    expect(fitPicture(720, 24_000)).toMatchObject({
      width: 491,
      height: 16_384,
      isReduced: true,
    });
    expect(fitPicture(40_000, 20)).toMatchObject({ width: 16_384, height: 8, isReduced: true });
  });

  it('never exceeds the limit, keeps its proportions and reports a reduction', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400_000 }),
        fc.integer({ min: 1, max: 400_000 }),
        (width, height) => {
          const size = fitPicture(width, height);
          expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(LONGEST_CANVAS_SIDE);
          expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1);
          expect(Math.abs(size.width - width * size.scale)).toBeLessThanOrEqual(1);
          expect(Math.abs(size.height - height * size.scale)).toBeLessThanOrEqual(1);
          expect(size.isReduced).toBe(Math.max(width, height) > LONGEST_CANVAS_SIDE);
          expect(size.scale).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
