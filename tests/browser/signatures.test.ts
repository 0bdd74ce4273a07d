import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_IDENTITY } from '../price-service/test-signers.ts';
import type { Tampering } from '../price-service/tampering.ts';
import { readPopup } from '../tools/popup-reader.ts';
import { until } from '../tools/until.ts';
import { click, fill, priceOf, says, type, watchlist } from './controls.ts';
import { BTC_USD } from './feeds.ts';
import { startScene, type Scene } from './scene.ts';

const OPEN_ALL_HOURS = 'BTC/USD';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  await scene.connect();
});

beforeEach(() => scene.resetRateLimit());

afterEach(async () => {
  scene.service.tamper(undefined);
  // A change of the setting makes the service's signatures count anew.
  await scene.browser.storageSet('local', { signatures: 'off' });
  await scene.browser.storageSet('local', { signatures: 'show', staleLimitSeconds: 60 });
  await scene.closePages();
});

afterAll(() => scene?.end());

describe('signed prices', () => {
  it('are not verified while nobody trusts their signers', async () => {
    await rowSays(/^Not verified: Signed for a source that no trust profile covers/);
  });

  it('are verified once the user trusts their signers', async () => {
    const options = await scene.browser.openPage('options.html#signatures');
    await fill(options, 'textbox', 'Name', 'My service');
    await fill(options, 'textbox', 'Emitter address', LOCAL_IDENTITY.emitterAddress);
    await type(options, 'textbox', 'Keys', LOCAL_IDENTITY.keys.join(' '));
    await fill(options, 'textbox', 'Quorum', '3');
    await click(options, 'button', 'Add signers');
    await rowSays(/^Verified: 3 of 5 · My service \(added by you\)$/);
    await options.close();
  });

  // The local service is trusted from here on.
  it.each<[Tampering, RegExp]>([
    ['wrong-proof', /^Failed verification: A message does not belong to the signed root/],
    ['short-quorum', /^Failed verification: .*2 of/],
    ['wrong-emitter', /^Not verified: Signed for a source that no trust profile covers/],
    ['unknown-set', /^Not verified: Signed by an unknown set/],
    ['altered-price', /^Failed verification: A message does not belong to the signed root/],
  ])('tell of a service that lies by %s', async (tampering, reason) => {
    await rowSays(/^Verified/);
    scene.service.tamper(tampering);
    await rowSays(reason);
  });

  it('tell of a service whose parsed part contradicts them, as soon as it is read', async () => {
    await rowSays(/^Verified/);
    scene.service.tamper('parsed-mismatch');
    // A lean stream has no parsed part that could lie; a poll has.
    await refreshUntil(/^Failed verification: The service’s price differs from the signed one/);
  });

  it('let no price that fails take the place of the last good one, and are loud', async () => {
    const popup = await scene.openPopup();
    scene.service.setPrice(BTC_USD, { price: '6431245000000', conf: '2000000000', expo: -8 });
    await priceOf(popup, OPEN_ALL_HOURS, (value) => value === '64312.45000000');
    scene.service.tamper('altered-price');
    await rowSays(/^Failed verification/);
    const { rows } = await readPopup(popup);
    const row = rows.find(({ name }) => name === OPEN_ALL_HOURS);
    expect(row?.value).toBe('64312.45000000');
    await says(popup, 'Connection', /\d+ failed/);
    await until(async () => (await scene.browser.badge()).title.includes('failed verification'), {
      what: 'a tooltip that says so',
    });
  });

  it('that are replayed never replace newer ones, and are told as stale', async () => {
    await scene.browser.storageSet('local', { staleLimitSeconds: 5 });
    await rowSays(/^Verified/);
    scene.service.tamper('replayed-update');
    await rowSays(/^Stale/);
    await rowSays(/^Verified/);
  });

  it('are read from a lean stream once all of them are verified', async () => {
    await rowSays(/^Verified/);
    await until(async () => streams().at(-1)?.query.includes('parsed=false'), {
      what: 'a lean stream',
    });
    await rowSays(/^Verified/);
    scene.service.tamper('short-quorum');
    await rowSays(/^Failed verification/);
    await until(async () => !streams().at(-1)?.query.includes('parsed=false'), {
      what: 'a stream with its parsed part',
    });
  });

  it('show the signed figure where the service says another', async () => {
    const popup = await scene.openPopup();
    scene.service.setPrice(BTC_USD, { price: '6431245000000', conf: '2000000000', expo: -8 });
    await priceOf(popup, OPEN_ALL_HOURS, (value) => value === '64312.45000000');
    scene.service.tamper('parsed-mismatch');
    await refreshUntil(/^Failed verification: The service’s price differs/);
    scene.service.setPrice(BTC_USD, { price: '7000000000000', conf: '2000000000', expo: -8 });
    await priceOf(popup, OPEN_ALL_HOURS, (value) => value === '70000.00000000');
  });

  it('keep what is not verified off the badge where they are required', async () => {
    await scene.openPopup();
    await rowSays(/^Verified/);
    await scene.browser.storageSet('local', { signatures: 'require' });
    scene.service.setPrice(BTC_USD, { price: '7100000000000', conf: '2000000000', expo: -8 });
    await badgeSays('71K');
    scene.service.tamper('wrong-emitter');
    await badgeSays('–');
  });

  it('are not checked where the user turned them off', async () => {
    await scene.browser.storageSet('local', { signatures: 'off' });
    const popup = await scene.openPopup();
    // Also at figures that stand still because their market is closed.
    await watchlist(popup, 'no mark of a signature', (rows) =>
      rows.every(({ notes }) => !notes.some(isProofNote)),
    );
  });
});

/** Waits for the badge: the worker repaints it shortly after the prices are stored. */
async function badgeSays(text: string): Promise<void> {
  await until(async () => (await scene.browser.badge()).text === text, {
    what: `the badge text ${text}`,
  });
}

/** The streams that were asked for, in order. */
function streams() {
  return scene.service.requests.filter(({ path }) => path.endsWith('/stream'));
}

/** Asks again and again: a poll that is under way already tells what was before. */
async function refreshUntil(pattern: RegExp): Promise<void> {
  const popup = (await scene.browser.findPage('popup.html')) ?? (await scene.openPopup());
  await until(
    async () => {
      await click(popup, 'button', 'Refresh');
      const { rows } = await readPopup(popup);
      return rows.some(({ notes }) => notes.some((note) => pattern.test(note)));
    },
    { what: `a refresh that shows ${pattern}`, everyMs: 1_000 },
  );
}

function isProofNote(note: string): boolean {
  return /verified|verification/i.test(note);
}

/** Waits until the row of a feed whose market is always open says so. */
async function rowSays(pattern: RegExp): Promise<void> {
  const popup = (await scene.browser.findPage('popup.html')) ?? (await scene.openPopup());
  await watchlist(popup, String(pattern), (rows) =>
    rows.some(
      ({ name, notes }) => name === OPEN_ALL_HOURS && notes.some((note) => pattern.test(note)),
    ),
  );
}
