import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fromFieldText, toFieldText } from '@/components/shared/chosen-time.ts';
import { t } from '@/lib/base/locale/t.ts';
import { BTC, storedPrice, tick } from '../popup/popup-page.tsx';
import { answerQuestions, openDetail, parsedPrice, provenAnswer, region } from './detail-page.tsx';

const ASKED = 1_700_000_000;

async function openPanel() {
  await tick({ [BTC]: storedPrice() });
  const page = await openDetail(BTC);
  await page.user.click(screen.getByRole('button', { name: t('priceAtTime.openButton') }));
  const panel = region(t('priceAtTime.title'));
  const field = panel.getByLabelText(/^Date and time/);
  const ask = async (text: string): Promise<void> => {
    fireEvent.change(field, { target: { value: text } });
    await page.user.click(panel.getByRole('button', { name: t('priceAtTime.getButton') }));
  };
  const status = panel.getByRole('status');
  return { ...page, panel, field, ask, status };
}

/** A price published `delay` seconds after the requested time. */
function after(delay: number, previous: number | null) {
  const later = parsedPrice(BTC, ASKED + delay);
  return { ...later, metadata: { ...later.metadata, prev_publish_time: previous } };
}

describe('the price at a time', () => {
  it('is shown exactly, with its ±, EMA, publish time and proof', async () => {
    const asked = answerQuestions(() => provenAnswer(parsedPrice(BTC, ASKED)));
    const { ask, status } = await openPanel();
    await ask(toFieldText(ASKED));
    await waitFor(() => expect(status).toHaveTextContent('63,000.12345678'));
    expect(asked).toEqual([{ kind: 'price-at', ids: [BTC], publishTime: ASKED }]);
    expect(status).toHaveTextContent('±11.00');
    expect(status).toHaveTextContent('1.7 bp');
    expect(status).toHaveTextContent('62,900.00000001 ±9.00000000');
    expect(status).toHaveTextContent('Verified 3 of 5 signers · Pyth routers');
    expect(status).not.toHaveTextContent('first price after');
  });

  it.each([
    [5, '5 sec'],
    [600, '10 min'],
    [7_300, '2 hr'],
    [400_000, '4 days'],
  ])('is described as the next price if it was published %i s later', async (delay, words) => {
    answerQuestions(() => provenAnswer(after(delay, ASKED - 1)));
    const { ask, status } = await openPanel();
    await ask(toFieldText(ASKED));
    await waitFor(() =>
      expect(status).toHaveTextContent(
        `, ${words} after the time you chose. It’s the first price after that time.`,
      ),
    );
  });

  it('is not requested for a time in the future', async () => {
    const asked = answerQuestions(() => undefined);
    const { ask, status } = await openPanel();
    await ask('2199-01-01T00:00:00');
    expect(status).toHaveTextContent('Choose a time in the past.');
    expect(asked).toEqual([]);
  });

  it('requires a complete date and time', async () => {
    const { ask, status } = await openPanel();
    await ask('');
    expect(status).toHaveTextContent('Enter both a date and a time.');
  });

  it('shows the service’s explanation if there is none', async () => {
    answerQuestions(() => ({ code: 'no-price-then' }));
    const { ask, status } = await openPanel();
    await ask(toFieldText(ASKED));
    await waitFor(() => expect(status).toHaveTextContent('has no price for that time'));
  });

  it('can be canceled while the request is running', async () => {
    answerQuestions(() => undefined);
    const { ask, status, panel, user } = await openPanel();
    await ask(toFieldText(ASKED));
    expect(status).toHaveTextContent(t('options.loading'));
    await user.click(panel.getByRole('button', { name: t('common.cancelButton') }));
    expect(status).toBeEmptyDOMElement();
    expect(panel.getByRole('button', { name: t('priceAtTime.getButton') })).toBeVisible();
  });

  it('states that the update does not contain the feed', async () => {
    const other = provenAnswer(parsedPrice('0'.repeat(64), ASKED));
    answerQuestions(() => other);
    const { ask, status } = await openPanel();
    await ask(toFieldText(ASKED));
    await waitFor(() =>
      expect(status).toHaveTextContent('The price service has no price for that time.'),
    );
  });
});

describe('the date and time field', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29T01:59:59', 1_774_745_999],
    // Skipped when clocks go forward: moved forward.
    ['Europe/Berlin', '2026-03-29T02:30:00', 1_774_747_800],
    // Repeated when clocks go back: the first one.
    ['Europe/Berlin', '2026-10-25T02:30:00', 1_792_888_200],
    ['UTC', '1970-01-01T00:00:01', 1],
  ])('reads, in the zone %s, %s', (zone, text, seconds) => {
    expect(fromFieldText(text, zone)).toBe(seconds);
  });

  it('accepts a time without seconds, but no incomplete text', () => {
    expect(fromFieldText('2026-11-21T07:30', 'UTC')).toBe(
      Date.parse('2026-11-21T07:30:00Z') / 1_000,
    );
    expect(fromFieldText('yesterday')).toBeNull();
  });

  it('converts a time to text and back without loss', () => {
    expect(fromFieldText(toFieldText(ASKED))).toBe(ASKED);
    expect(toFieldText(ASKED, 'UTC')).toBe('2023-11-14T22:13:20');
  });
});
