import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { LOCAL_IDENTITY } from '../price-service/test-signers.ts';
import { messagePattern, messageWithin } from '../tools/message-pattern.ts';
import { readPopup } from '../tools/popup-reader.ts';
import { until } from '../tools/until.ts';
import { click, fill, priceOf, says, type, watchlist } from './controls.ts';
import { BTC_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

const NEVER_CLOSED = 'BTC/USD';

// What a row says in its second line and in the price's tooltip.
const NOT_VERIFIED = messagePattern('proof.state.unchecked');
const FAILED = messagePattern('row.mark.failed');

let scene: Scene;

beforeAll(async () => {
  scene = await startScene({ service: { updatesPerSecond: 2 } });
  await scene.connect();
});

beforeEach(() => scene.resetRateLimit());

afterEach(async () => {
  scene.service.tamper(undefined);
  // A change of the setting resets what is known of the service's signatures.
  await scene.browser.storageSet('local', { signatures: 'off' });
  await scene.browser.storageSet('local', { signatures: 'show' });
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
    await scene.browser.closePage(options);
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
});

/** Waits for such a note in the row of a feed whose market never closes. */
async function rowHasNote(pattern: RegExp): Promise<void> {
  const popup = (await scene.browser.findPage('popup.html')) ?? (await scene.openPopup());
  await watchlist(popup, String(pattern), (rows) =>
    rows.some(
      ({ name, notes }) => name === NEVER_CLOSED && notes.some((note) => pattern.test(note)),
    ),
  );
}
