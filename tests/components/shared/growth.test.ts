import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { growFrom, growInto, type OpenedLine } from '@/components/shared/growth.ts';

const PLOT = { width: 320, height: 240 };

function elementAt(rect: DOMRect) {
  const element = document.createElement('div');
  element.getBoundingClientRect = () => rect;
  const animate = vi.fn<typeof element.animate>();
  element.animate = animate;
  return { element, animate };
}

const row = elementAt(new DOMRect(160, 300, 80, 24)).element;
const line = elementAt(new DOMRect());
const frame = elementAt(new DOMRect(0, 100, 380, 264));

const opened: { current: OpenedLine | null } = { current: null };
const grow = (): void => growInto(opened, line.element, [frame.element], PLOT);

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.restoreAllMocks());

describe('the line of an opened row', () => {
  it('grows once into the chart, and is not cut off on its way', () => {
    growFrom(opened, row);
    grow();
    const start = 'translate(160px, 200px) scale(0.25, 0.1)';
    expect(line.animate).toHaveBeenCalledWith({ transform: [start, 'none'] }, expect.anything());
    expect(frame.animate).toHaveBeenCalledOnce();
    grow();
    expect(line.animate).toHaveBeenCalledOnce();
  });

  it.each([
    ['no row was opened', () => growFrom(opened, null)],
    ['its row has no line', () => growFrom(opened, elementAt(new DOMRect()).element)],
    [
      'it was opened some time ago',
      () => {
        growFrom(opened, row);
        const now = performance.now();
        vi.spyOn(performance, 'now').mockReturnValue(now + 2_000);
      },
    ],
    [
      'the user wants less motion',
      () => {
        growFrom(opened, row);
        const query = matchMedia('');
        vi.spyOn(query, 'matches', 'get').mockReturnValue(true);
        vi.spyOn(window, 'matchMedia').mockReturnValue(query);
      },
    ],
  ])('stays where it is if %s', (_, arrange) => {
    arrange();
    grow();
    expect(line.animate).not.toHaveBeenCalled();
  });
});
