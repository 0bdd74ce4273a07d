import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { moveRows } from '@/components/popup/list/row-motion.ts';

const HEIGHT = 48;

let list: HTMLElement;
let stop: () => void;
let animate: MockInstance<Element['animate']>;
let ended: Animation[];

beforeEach(() => {
  document.body.innerHTML = `<ul>${['a', 'b', 'c', 'd'].map(rowText).join('')}</ul>`;
  document.documentElement.style.cssText = '--fast: 120ms; --moderate: .18s';
  list = document.querySelector('ul')!;
  ended = [];
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(HEIGHT);
  list.checkVisibility = () => true;
  animate = vi.spyOn(Element.prototype, 'animate').mockImplementation(() => {
    const animation = { cancel: () => ended.push(animation) } as unknown as Animation;
    return animation;
  });
  stop = moveRows(list);
});

afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

function rowText(id: string): string {
  return `<li data-id="${id}" aria-label="${id}">${id}</li>`;
}

function row(id: string): HTMLElement {
  return list.querySelector<HTMLElement>(`[data-id="${id}"]`)!;
}

const picture = (): Element | null => list.querySelector('[inert]');

/** The moved rows, each with its keyframes and its timing. */
function moves() {
  return animate.mock.calls.flatMap(([frames, timing], at) => {
    const element = animate.mock.contexts[at];
    if (!(element instanceof HTMLElement) || element.inert) return [];
    return [[element.dataset['id'], frames, timing] as const];
  });
}

function way(from: number) {
  return { translate: [`0 ${from}px`, '0 0'] };
}

it('a row that leaves fades, and the rows below move up in less than 200 ms', async () => {
  row('b').remove();
  await vi.waitFor(() => expect(picture()).toHaveTextContent('b'));
  expect(picture()).toHaveAttribute('aria-hidden', 'true');
  expect(picture()).not.toHaveAttribute('aria-label');
  const timing = expect.objectContaining({ duration: 180 });
  expect(moves()).toEqual([
    ['c', way(HEIGHT), timing],
    ['d', way(HEIGHT), timing],
  ]);
});

it('a row that comes back while its picture fades ends that, and the rows below make room', async () => {
  row('b').remove();
  await vi.waitFor(() => expect(picture()).not.toBeNull());
  animate.mockClear();
  row('a').insertAdjacentHTML('afterend', rowText('b'));
  await vi.waitFor(() => expect(picture()).toBeNull());
  expect(ended).toHaveLength(2);
  expect(moves().map(([id, frames]) => [id, frames])).toEqual([
    ['c', way(-HEIGHT)],
    ['d', way(-HEIGHT)],
  ]);
});

it.each([
  ['several rows leave', () => list.replaceChildren(row('c'))],
  ['the rows get another order', () => list.append(row('a'))],
])('nothing moves when %s', async (_, change) => {
  change();
  await new Promise<void>((done) => queueMicrotask(done));
  await vi.waitFor(() => expect(list.firstElementChild).not.toHaveTextContent('a'));
  expect(animate).not.toHaveBeenCalled();
});

it('nothing moves where less motion is wanted', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  row('b').remove();
  await vi.waitFor(() => expect(matchMedia).toHaveBeenCalled());
  expect(animate).not.toHaveBeenCalled();
  expect(picture()).toBeNull();
});
