import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { chartName } from '@/components/detail/chart/slot-text.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { readCollectedPrices } from '@/lib/storage/history/collected-prices.ts';
import { t } from '@/lib/base/locale/t.ts';
import { writePastPrice } from '@/lib/domain/history/past-price.ts';
import { references } from '@/lib/storage/values/history.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { levelField, makeAlert, sentence } from '../alerts/alerts-page.tsx';
import { BTC, ETH, storedPrice, tick } from '../popup/popup-page.tsx';
import { openDetail, collectedAt } from './detail-page.tsx';

vi.mock('@/lib/storage/history/collected-prices.ts', () => ({
  readCollectedPrices: vi.fn(),
  readGap: vi.fn(async () => null),
  watchCollectedPrices: () => () => undefined,
}));

const NOW = Math.floor(Date.now() / 1_000);
beforeEach(async () => {
  vi.clearAllMocks();
  vi.mocked(readCollectedPrices).mockResolvedValue([
    collectedAt(NOW - 7_200, 6_300_000),
    collectedAt(NOW - 3_600, 6_500_000),
  ]);
  await tick({ [BTC]: storedPrice({ price: '6400000000000' }) });
});

// Prices from 65,000 at 20 px to 63,000 at 224 px: 9.8 for each pixel.
async function open(...rules: AlertRule[]) {
  await alertRules.setValue(rules);
  const page = await openDetail(BTC);
  await screen.findByRole('slider', { name: chartName('24h') });
  const headline = (): string | undefined =>
    page.container.querySelector<HTMLDataElement>('[data-view="feed"] [data-part="exact-price"]')
      ?.value;
  return { ...page, headline };
}

function lineOf(condition: string): Promise<HTMLElement> {
  return screen.findByRole('slider', { name: t('chart.level.label', { condition }) });
}

/** Presses on the line, 55 px below the top of the window. */
async function press(condition: string): Promise<HTMLElement> {
  const line = await lineOf(condition);
  line.setPointerCapture = vi.fn();
  fireEvent.pointerDown(line, { button: 0, pointerId: 1, clientY: 55 });
  return line;
}

async function storedLevel(): Promise<string | null> {
  const [rule] = await alertRules.getValue();
  return rule && 'level' in rule.trigger ? rule.trigger.level : null;
}

const ABOVE = 'Rises above 65,000';

describe('the level of an alert', () => {
  it('is a slider that announces the level and its distance from the price', async () => {
    await open(makeAlert('a'), makeAlert('b', { feedId: ETH }));
    const line = await lineOf(ABOVE);
    expect(line).toHaveAttribute('aria-orientation', 'vertical');
    expect(line).toHaveAttribute('aria-valuenow', '65000');
    expect(line).toHaveAttribute('aria-valuetext', '65,000, 1.56% above the price');
    expect(document.querySelectorAll('[data-alert]')).toHaveLength(1);
  });

  it('moves with the arrow keys, and is stored on Enter', async () => {
    const { user } = await open(makeAlert('a'));
    const line = await lineOf(ABOVE);
    line.focus();
    await user.keyboard('{ArrowUp}{Shift>}{ArrowUp}{/Shift}{ArrowDown}{ArrowDown}');
    expect(line).toHaveAttribute('aria-valuetext', '65,090, 1.70% above the price');
    expect(await storedLevel()).toBe('65000');
    await user.keyboard('{Enter}');
    await screen.findByText(t('alerts.done.moved', { level: '65,090' }));
    expect(await storedLevel()).toBe('65090');
    await waitFor(async () => expect(await lineOf('Rises above 65,090')).toHaveFocus());
  });

  it('can be moved back with Undo', async () => {
    const { user } = await open(makeAlert('a'));
    (await lineOf(ABOVE)).focus();
    await user.keyboard('{PageDown}{Enter}');
    await lineOf('Rises above 64,900');
    await user.click(await screen.findByRole('button', { name: t('common.undoButton') }));
    expect(await lineOf(ABOVE)).toHaveAttribute('aria-valuenow', '65000');
    expect(await storedLevel()).toBe('65000');
  });

  it('is stored when the focus leaves, and only once', async () => {
    const { user } = await open(makeAlert('a'));
    (await lineOf(ABOVE)).focus();
    await user.keyboard('{ArrowUp}{Tab}');
    await lineOf('Rises above 65,010');
    expect(await storedLevel()).toBe('65010');
  });

  it('stays where it was on Escape, which does not leave the view', async () => {
    const { user } = await open(makeAlert('a'));
    const line = await lineOf(ABOVE);
    line.focus();
    await user.keyboard('{ArrowUp}{Escape}');
    expect(line).toHaveAttribute('aria-valuenow', '65000');
    expect(location.hash).toBe(`#feed/${BTC}`);
    await user.keyboard('{Tab}');
    expect(await storedLevel()).toBe('65000');
  });

  it('follows the pointer and is stored when it is released', async () => {
    await open(makeAlert('a'));
    const line = await press(ABOVE);
    fireEvent.pointerMove(line, { pointerId: 1, clientY: 75 });
    expect(line).toHaveAttribute('aria-valuetext', '64,800, 1.25% above the price');
    expect(line).toHaveTextContent('64,800');
    fireEvent.pointerUp(line, { pointerId: 1 });
    await lineOf('Rises above 64,800');
    expect(await storedLevel()).toBe('64800');
  });

  it('is stored where the pointer was last, also if it was released at once', async () => {
    await open(makeAlert('a'));
    const line = await press(ABOVE);
    fireEvent.pointerMove(line, { pointerId: 1, clientY: 65 });
    // Browsers send the last move just before the release, with nothing rendered in between.
    act(() => {
      const place = { bubbles: true, pointerId: 1, clientY: 75 };
      line.dispatchEvent(new PointerEvent('pointermove', place));
      line.dispatchEvent(new PointerEvent('pointerup', place));
    });
    await lineOf('Rises above 64,800');
    expect(await storedLevel()).toBe('64800');
  });

  it('does not move on a click', async () => {
    await open(
      makeAlert('a', { trigger: { kind: 'crosses', direction: 'above', level: '64999.5' } }),
    );
    const line = await press('Rises above 64,999.5');
    fireEvent.pointerMove(line, { pointerId: 1, clientY: 56 });
    expect(line).toHaveAttribute('aria-valuenow', '64999.5');
    fireEvent.pointerUp(line, { pointerId: 1 });
    expect(await storedLevel()).toBe('64999.5');
  });

  it('stays where it was if the alert is deleted during the move', async () => {
    const { user } = await open(makeAlert('a'), makeAlert('b'));
    const [first] = await screen.findAllByRole('slider', { name: /^Alert/ });
    first!.focus();
    await user.keyboard('{ArrowUp}');
    await alertRules.setValue([makeAlert('b')]);
    await waitFor(() => expect(document.querySelectorAll('[data-alert]')).toHaveLength(1));
    expect(await storedLevel()).toBe('65000');
  });

  it('beyond the visible range is a marker at the edge that the keyboard can move', async () => {
    const { user } = await open(
      makeAlert('a', { trigger: { kind: 'crosses', direction: 'above', level: '80000' } }),
    );
    const line = await lineOf('Rises above 80,000');
    expect(line).toHaveAttribute('data-beyond', 'above');
    expect(line).toHaveTextContent('▲ 80,000');
    line.focus();
    await user.keyboard('{ArrowDown}{Enter}');
    await lineOf('Rises above 79,990');
  });

  it('is shown for the eight alerts that are nearest to the price', async () => {
    const far = Array.from({ length: 9 }, (_, n) =>
      makeAlert(`n${n}`, {
        trigger: { kind: 'crosses', direction: 'above', level: String(72_000 - n) },
      }),
    );
    await open(...far, makeAlert('a'));
    await lineOf(ABOVE);
    expect(screen.getAllByRole('slider', { name: /^Alert/ })).toHaveLength(8);
    expect(screen.queryByRole('slider', { name: /72,000/ })).toBeNull();
  });

  it('is marked as inactive if the alert is paused', async () => {
    await open(makeAlert('a', { enabled: false }));
    expect(await lineOf(ABOVE)).toHaveAttribute('data-inactive');
  });

  it('lets the chart show the price below the pointer', async () => {
    const { headline } = await open(makeAlert('a'));
    const line = await lineOf(ABOVE);
    fireEvent.pointerMove(line, { clientX: 280, clientY: 50 });
    expect(headline()).toBe('63000.00');
    fireEvent.pointerLeave(line);
    expect(headline()).toBe('64000.00000000');
  });
});

describe('a level that is pulled from the prices', () => {
  /** Presses on the prices beside the chart, this far below its top. */
  async function pull(y: number): Promise<HTMLElement> {
    const axis = document.querySelector<HTMLElement>('[data-part="axis"]')!;
    axis.setPointerCapture = vi.fn();
    axis.hasPointerCapture = () => true;
    fireEvent.pointerDown(axis, { button: 0, pointerId: 1, clientY: y });
    await waitFor(() => expect(sentence()).toBeDefined());
    return axis;
  }

  it('writes its sentence, which follows the pointer, in place of the figures', async () => {
    await open();
    const axis = await pull(20);
    expect(sentence()).toBe('Alert me when BTC/USD rises above 65,000');
    expect(levelField()).toHaveAccessibleDescription(
      '1.56% above the price now · stops at round numbers',
    );
    fireEvent.pointerMove(axis, { pointerId: 1, clientY: 173 });
    expect(sentence()).toBe('Alert me when BTC/USD falls below 63,500');
    fireEvent.pointerMove(axis, { pointerId: 1, clientY: 172 });
    expect(sentence(), 'it stops every 50').toBe('Alert me when BTC/USD falls below 63,500');
    fireEvent.pointerMove(axis, { pointerId: 1, clientY: 172, altKey: true });
    expect(sentence()).toBe('Alert me when BTC/USD falls below 63,510');
    fireEvent.pointerUp(axis, { pointerId: 1 });
    expect(levelField()).toHaveAccessibleDescription('0.77% below the price now');
    expect(screen.queryByText(t('detail.ema'), { selector: 'dt' })).toBeNull();
    expect(await storedLevel()).toBeNull();
  });

  it('keeps the period of its chart, and the chart in its color', async () => {
    const time = Math.floor(Date.now() / 1_000) - 86_400;
    const start = writePastPrice({ time, price: '60000', expo: 0, trust: null });
    await references['24h'].setValue({ [BTC]: start });
    await open();
    const chart = screen.getByRole('slider', { name: chartName('24h') });
    await waitFor(() => expect(chart.parentElement).toHaveAttribute('data-way', 'up'));
    await pull(20);
    expect(screen.getByRole('slider', { name: chartName('24h') })).toBe(chart);
    expect(chart.parentElement).toHaveAttribute('data-way', 'up');
  });

  it('becomes an alert, and the figures return', async () => {
    const { user } = await open();
    await pull(173);
    await user.click(screen.getByRole('button', { name: t('alerts.addButton') }));
    await lineOf('Falls below 63,500');
    const [rule] = await alertRules.getValue();
    expect(rule?.trigger).toEqual({ kind: 'crosses', direction: 'below', level: '63500' });
    await waitFor(() => expect(sentence()).toBeUndefined());
    await waitFor(() =>
      expect(screen.getByRole('slider', { name: chartName('24h') })).toHaveFocus(),
    );
  });

  it('is set with the keyboard alone', async () => {
    const { user } = await open();
    act(() => screen.getByRole('slider', { name: chartName('24h') }).focus());
    await user.keyboard('{Home}{Enter}');
    await waitFor(() => expect(sentence()).toBe('Alert me when BTC/USD falls below 63,000'));
    await waitFor(() => expect(levelField()).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(await storedLevel()).toBe('63000'));
  });

  it('is set with a double-click', async () => {
    await open();
    const chart = screen.getByRole('slider', { name: chartName('24h') });
    fireEvent.doubleClick(chart, { clientY: 173 });
    await waitFor(() => expect(sentence()).toBe('Alert me when BTC/USD falls below 63,500'));
  });

  it('is typed exactly, and its line follows', async () => {
    const { user } = await open();
    await pull(20);
    await user.clear(levelField());
    await user.type(levelField(), '63250.123456789');
    await lineOf('Falls below 63,250.123456789');
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(await storedLevel()).toBe('63250.123456789'));
  });

  it('is the only one shown while the alert is written', async () => {
    await open(makeAlert('a'));
    await lineOf(ABOVE);
    await pull(173);
    await lineOf('Falls below 63,500');
    expect(screen.getAllByRole('slider', { name: /^Alert/ })).toHaveLength(1);
  });

  it('is given up with Cancel or Escape, which leave no alert', async () => {
    const { user } = await open();
    await pull(20);
    await user.click(screen.getByRole('button', { name: t('common.cancelButton') }));
    await waitFor(() => expect(sentence()).toBeUndefined());
    await pull(20);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(sentence()).toBeUndefined());
    expect(location.hash).toBe(`#feed/${BTC}`);
    expect(await alertRules.getValue()).toEqual([]);
  });

  it('leads back to the heading where there is no chart', async () => {
    vi.mocked(readCollectedPrices).mockResolvedValue([]);
    const { user } = await openDetail(ETH);
    await user.click(screen.getByRole('button', { name: t('alerts.addButton') }));
    await waitFor(() => expect(levelField()).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(sentence()).toBeUndefined());
    expect(screen.queryByRole('slider', { name: chartName('24h') })).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'ETH/USD' })).toHaveFocus());
  });

  it('of an alert opens its sentence when it is pressed', async () => {
    await open(makeAlert('a'));
    const line = await press(ABOVE);
    fireEvent.pointerUp(line, { pointerId: 1 });
    await waitFor(() => expect(sentence()).toBe('Alert me when BTC/USD rises above 65,000'));
    expect(location.hash).toBe('#alerts/edit/a');
  });

  it('is on the chart while its alert is edited, and the chart stays while it is dragged', async () => {
    const trigger = { kind: 'crosses', direction: 'above', level: '66900' } as const;
    await open(makeAlert('a', { trigger }));
    const tag = await press('Rises above 66,900');
    expect(tag).toHaveAttribute('data-beyond', 'above');
    fireEvent.pointerUp(tag, { pointerId: 1 });
    await waitFor(() => expect(sentence()).toBe('Alert me when BTC/USD rises above 66,900'));
    await screen.findByRole('slider', { name: chartName('30d') });
    const line = await press('Rises above 66,900');
    expect(line).not.toHaveAttribute('data-beyond');
    // From 66,900 at 20 px to 63,000 at 224 px.
    fireEvent.pointerMove(line, { pointerId: 1, clientY: 55 + 51 });
    expect(sentence()).toBe('Alert me when BTC/USD rises above 65,900');
  });
});
