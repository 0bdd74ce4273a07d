import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import '@/components/detail/detail-view.tsx';
import { expect } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import type { Proof, StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { storeAnswer, watchQuestions } from '@/lib/pages/inquiries.ts';
import type {
  AnswerProblem,
  AnsweredProof,
  AnsweredUpdate,
  Question,
} from '@/lib/pages/questions.ts';
import type { CollectedPrice } from '@/lib/domain/history/collected-price.ts';
import type { ParsedPrice } from '@/lib/price-service/index.ts';
import { openPopup } from '../popup/popup-page.tsx';
import { proofOf } from '../../unit/proofs.ts';
// Imported here, because the page loads it only when it is first opened.

/** Opens a feed's details by URL hash, as a notification does. */
export async function openDetail(id: string) {
  location.hash = `#feed/${id}`;
  const page = await openPopup();
  await waitFor(() =>
    expect(page.container.querySelector('[data-view="feed"] h1')).toBeInTheDocument(),
  );
  return page;
}

/** The text of the first definition-list entry with this name. */
export function termText(name: string): string {
  const term = screen.getAllByText(name, { selector: 'dt' })[0];
  return term?.nextElementSibling?.textContent ?? '';
}

export function region(name: string) {
  return within(screen.getByRole('region', { name }));
}

/** Waits for the page's notice, which is announced. */
export async function noticeSays(text: string): Promise<void> {
  const notice = await screen.findByText(text);
  expect(notice.closest('[aria-live="polite"]')).toBeVisible();
}

/** Chooses an item of the menu of the feed `symbol`. */
export async function chooseInMenu(user: UserEvent, symbol: string, item: string): Promise<void> {
  const header = document.querySelector<HTMLElement>('[data-view="feed"] header')!;
  const name = t('row.menuLabel', { name: symbol });
  await user.click(within(header).getByRole('button', { name }));
  await user.click(screen.getByRole('menuitem', { name: item }));
}

/** A price at `time` (unix seconds): `price` in hundredths, ± 0.50, and an EMA that is 1 lower. */
export function collectedAt(time: number, price: number): CollectedPrice {
  return {
    time,
    price: String(price),
    conf: '50',
    expo: -2,
    emaPrice: String(price - 100),
    emaConf: '40',
    emaExpo: -2,
    trust: BUILT_IN_SIGNERS_VERSION,
  };
}

/** Stands in for the background: answers each question, or leaves it open without a reply. */
export function answerQuestions(
  reply: (question: Question) => AnsweredUpdate | AnswerProblem | undefined,
): Question[] {
  const asked: Question[] = [];
  watchQuestions((id, question) => {
    asked.push(question as Question);
    const replied = reply(question as Question);
    if (replied === undefined) return;
    void storeAnswer(
      id,
      'code' in replied ? { ok: false, reason: replied } : { ok: true, answer: replied },
    );
  });
  return asked;
}

export function parsedPrice(id: string, publishTime: number): ParsedPrice {
  return {
    id,
    price: { price: '6300012345678', conf: '1100000000', expo: -8, publish_time: publishTime },
    ema_price: { price: '6290000000001', conf: '900000000', expo: -8, publish_time: publishTime },
    metadata: { slot: 139_785_011 },
  };
}

/** A proof that is verified under the trust in force. */
export function verifiedProof(): Proof {
  return proofOf('verified', BUILT_IN_SIGNERS_VERSION);
}

/** The price as the worker gives it. */
function toPrice({ price, ema_price: ema, metadata }: ParsedPrice): StoredPrice {
  return {
    price: price.price,
    conf: price.conf,
    expo: price.expo,
    publishTime: price.publish_time,
    emaPrice: ema.price,
    emaConf: ema.conf,
    emaExpo: ema.expo,
    slot: metadata.slot ?? null,
    prevPublishTime: metadata.prev_publish_time ?? null,
    proofAvailableTime: null,
    receivedAt: price.publish_time * 1_000,
    direction: 0,
  };
}

export function provenAnswer(item: ParsedPrice): AnsweredProof {
  return {
    bytes: 'UE5BVQ==',
    update: { binary: { encoding: 'hex', data: ['504e41550100', 'beef'] }, parsed: [item] },
    receivedAt: Date.now(),
    prices: [
      {
        id: item.id,
        price: { ...toPrice(item), proof: verifiedProof() },
        details: {
          profileName: 'Pyth routers',
          isBuiltIn: true,
          setIndex: 1,
          setSize: 5,
          quorum: 3,
          signers: [1, 3, 4],
          emitterChain: 26,
          emitterAddress: 'e1'.repeat(32),
          timestamp: item.price.publish_time,
          sequence: '18446744073709551615',
          slot: '139785011',
          root: 'ab'.repeat(20),
          proofLength: 12,
          blob: 1,
        },
      },
    ],
  };
}
