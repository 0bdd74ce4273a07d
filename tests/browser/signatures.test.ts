import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { t, type MessageKey } from '../../lib/base/locale/t.ts';
import { LOCAL_IDENTITY } from '../price-service/test-signers.ts';
import type { Tampering } from '../price-service/tampering.ts';
import { messagePattern, messageWithin } from '../tools/message-pattern.ts';
import { readPopup } from '../tools/popup-reader.ts';
import { until } from '../tools/until.ts';
import { click, fill, priceOf, says, type, watchlist } from './controls.ts';
import { BTC_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

const NEVER_CLOSED = 'BTC/USD';

// What a row says in its second line and in the price's tooltip.
const VERIFIED = messagePattern('row.mark.verified');
const NOT_VERIFIED = messagePattern('proof.state.unchecked');
const FAILED = messagePattern('row.mark.failed');
const FAILED_TEXT = messagePattern('proof.state.failed');

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  await scene.connect();
});

beforeEach(() => scene.resetRateLimit());

afterEach(async () => {
  scene.service.tamper(undefined);
  // A change of the setting resets what is known of the service's signatures.
  await scene.browser.storageSet('local', { signatures: 'off' });
  await scene.browser.storageSet('local', { signatures: 'show', staleLimitSeconds: 60 });
  await scene.closePages();
});

afterAll(() => scene?.end());

describe('signed prices', () => {
  it('are not verified while their signers are not trusted', async () => {
    await rowHasNote(NOT_VERIFIED);
  });

  it('are verified once the user trusts their signers', async () => {
    const options = await scene.browser.openPage('options.html#signatures');
    await fill(options, 'textbox', t('popup.view.name'), 'My service');
    await fill(options, 'textbox', t('proof.emitterAddress'), LOCAL_IDENTITY.emitterAddress);
    await type(options, 'textbox', t('signers.add.keys.label'), LOCAL_IDENTITY.keys.join(' '));
    await fill(options, 'textbox', t('signers.add.quorum.label'), '3');
    await click(options, 'button', t('signers.add.addButton'));
    await rowHasNote(
      messagePattern('row.mark.verified', {
        signers: t('common.signers', {
          signed: '3',
          count: 5,
          name: t('proof.ownSigners', { name: 'My service' }),
        }),
      }),
    );
    await options.close();
  });

  // From here on the signers of the local service are trusted.
  it.each<[Tampering, RegExp]>([
    ['wrong-proof', failed('verification.notCovered')],
    ['short-quorum', failed('verification.shortQuorum', { count: 2 })],
    ['wrong-emitter', NOT_VERIFIED],
    ['unknown-set', notVerified('verification.unknownSet')],
    ['altered-price', failed('verification.notCovered')],
  ])('show that verification fails for %s', async (tampering, reason) => {
    await rowHasNote(VERIFIED);
    scene.service.tamper(tampering);
    await rowHasNote(reason);
  });

  it('show that the parsed part differs from them as soon as it is read', async () => {
    await rowHasNote(VERIFIED);
    scene.service.tamper('parsed-mismatch');
    // A lean stream has no parsed part that could differ; a poll has one.
    await refreshUntil(failed('verification.mismatch'));
  });

  it('never let a price that fails replace the last good one, and warn', async () => {
    const popup = await scene.openPopup();
    scene.service.setPrice(BTC_USD, { price: '6431245000000', conf: '2000000000', expo: -8 });
    await priceOf(popup, NEVER_CLOSED, (value) => value === '64312.45000000');
    scene.service.tamper('altered-price');
    await rowHasNote(FAILED);
    const { rows } = await readPopup(popup);
    const row = rows.find(({ name }) => name === NEVER_CLOSED);
    expect(row?.value).toBe('64312.45000000');
    await says(popup, t('footer.label'), messageWithin('footer.unverified', { count: /\d+/ }));
    await until(
      async () => (await scene.browser.badge()).title.includes(t('tooltip.note.failed')),
      {
        what: 'the failure in the tooltip',
      },
    );
  });

  it('that are replayed never replace newer ones, and become stale', async () => {
    await scene.browser.storageSet('local', { staleLimitSeconds: 5 });
    await rowHasNote(VERIFIED);
    scene.service.tamper('replayed-update');
    const popup = (await scene.browser.findPage('popup.html')) ?? (await scene.openPopup());
    await popup.waitForSelector('[data-status="stale"]', { timeout: 30_000 });
    await rowHasNote(VERIFIED);
  });

  it('are read from a lean stream once all of them are verified', async () => {
    await rowHasNote(VERIFIED);
    await until(async () => streams().at(-1)?.query.includes('parsed=false'), {
      what: 'a lean stream',
    });
    await rowHasNote(VERIFIED);
    scene.service.tamper('short-quorum');
    await rowHasNote(FAILED);
    await until(async () => !streams().at(-1)?.query.includes('parsed=false'), {
      what: 'a stream with its parsed part',
    });
  });

  it('show the signed price if the service sends another one', async () => {
    const popup = await scene.openPopup();
    scene.service.setPrice(BTC_USD, { price: '6431245000000', conf: '2000000000', expo: -8 });
    await priceOf(popup, NEVER_CLOSED, (value) => value === '64312.45000000');
    scene.service.tamper('parsed-mismatch');
    await refreshUntil(failed('verification.mismatch'));
    scene.service.setPrice(BTC_USD, { price: '7000000000000', conf: '2000000000', expo: -8 });
    await priceOf(popup, NEVER_CLOSED, (value) => value === '70000.00000000');
  });

  it('are required for the badge if the user says so', async () => {
    await scene.openPopup();
    await rowHasNote(VERIFIED);
    await scene.browser.storageSet('local', { signatures: 'require' });
    scene.service.setPrice(BTC_USD, { price: '7100000000000', conf: '2000000000', expo: -8 });
    await badgeShows('71K');
    scene.service.tamper('wrong-emitter');
    await badgeShows('–');
  });

  it('are not checked if the user turned them off', async () => {
    await scene.browser.storageSet('local', { signatures: 'off' });
    const popup = await scene.openPopup();
    // Also on prices that do not change because their market is closed.
    await watchlist(popup, 'no mark of a signature', (rows) =>
      rows.every(({ notes }) => !notes.some(isProofNote)),
    );
  });
});

/** The mark of a price that fails verification, with its reason. */
function failed(reason: MessageKey, known: Record<string, number> = {}): RegExp {
  return messagePattern('row.mark.failed', { reason: messagePattern(reason, known) });
}

function notVerified(reason: MessageKey): RegExp {
  return messagePattern('row.mark.notVerified', { reason: messagePattern(reason) });
}

/** Waits for the badge: the worker repaints it shortly after the prices are stored. */
async function badgeShows(text: string): Promise<void> {
  await until(async () => (await scene.browser.badge()).text === text, {
    what: `the badge text ${text}`,
  });
}

/** The requests for streams, in order. */
function streams() {
  return scene.service.requests.filter(({ path }) => path.endsWith('/stream'));
}

/** Refreshes repeatedly, because a poll in progress still returns the earlier state. */
async function refreshUntil(pattern: RegExp): Promise<void> {
  const popup = (await scene.browser.findPage('popup.html')) ?? (await scene.openPopup());
  await until(
    async () => {
      await scene.refresh();
      const { rows } = await readPopup(popup);
      return rows.some(({ notes }) => notes.some((note) => pattern.test(note)));
    },
    { what: `a refresh that shows ${pattern}`, everyMs: 1_000 },
  );
}

function isProofNote(note: string): boolean {
  return [VERIFIED, NOT_VERIFIED, FAILED, FAILED_TEXT].some((pattern) => pattern.test(note));
}

/** Waits for such a note in the row of a feed whose market never closes. */
async function rowHasNote(pattern: RegExp): Promise<void> {
  const popup = (await scene.browser.findPage('popup.html')) ?? (await scene.openPopup());
  await watchlist(popup, String(pattern), (rows) =>
    rows.some(
      ({ name, notes }) => name === NEVER_CLOSED && notes.some((note) => pattern.test(note)),
    ),
  );
}
