import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { DEFAULT_FEEDS } from '@/lib/domain/watchlist/default-feeds.ts';

import { fakePermissions } from '../../unit/pages/connection/fake-permissions.ts';
import { baseUrlBox, boxes, enter, openOptions, press, statusNamed } from './support.tsx';
import { firstService, setService } from '../../unit/domain/connection/services.ts';

type Answer = (url: URL, init: RequestInit) => Response | Promise<Response>;

const WORKS = t('connectionTest.headline.works');

let permissions: ReturnType<typeof fakePermissions>;
let answer: Answer;
const asked: { url: URL; init: RequestInit }[] = [];

beforeEach(async () => {
  permissions = fakePermissions();
  await setService({ baseUrl: 'https://prices.example/x', headers: [] });
  answer = answerAll;
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url: new URL(url), init });
    return answer(new URL(url), init);
  });
});

afterEach(() => vi.unstubAllGlobals());

/** Tests the connection, and waits for these words. */
async function testSays(user: UserEvent, words: string): Promise<void> {
  await press(user, 'Test connection');
  await waitFor(() => expect(statusNamed('Test connection')).toHaveTextContent(words));
}

describe('testing the connection', () => {
  it('reports the result', async () => {
    const user = await openOptions();
    await testSays(user, '✓ Connected');
    expect(statusNamed('Test connection')).toHaveTextContent(/10 prices · \d+ ms$/);
  });

  it('tests the draft without saving it', async () => {
    const user = await openOptions();
    const before = await firstService();
    await enter(user, baseUrlBox(), 'https://other.example/y/');
    await press(user, 'Add header');
    await enter(user, boxes('Header name')[0]!, 'X-Key');
    await enter(user, boxes('Header value')[0]!, 'sesame');
    await testSays(user, WORKS);

    expect(asked.map(({ url }) => url.origin + url.pathname)).toEqual([
      'https://other.example/y/v2/price_feeds',
      'https://other.example/y/v2/updates/price/latest',
    ]);
    expect(asked.map(({ init }) => new Headers(init.headers).get('x-key'))).toEqual([
      'sesame',
      'sesame',
    ]);
    expect(await firstService()).toEqual(before);
  });

  it('sends nothing while a field is invalid', async () => {
    const user = await openOptions();
    await enter(user, baseUrlBox(), 'http://prices.example');
    await press(user, 'Test connection');
    expect(statusNamed('Test connection')).toHaveTextContent('✕ Correct the marked fields first.');
    expect(screen.getByRole('checkbox')).toBeInvalid();
    expect(asked).toEqual([]);
  });

  it('shows the exact error', async () => {
    answer = (url) =>
      url.pathname.endsWith('price_feeds') ? answerAll(url) : new Response('no', { status: 401 });
    const user = await openOptions();
    await testSays(user, '✕');
    expect(statusNamed('Test connection')).toHaveTextContent(t('serviceProblem.tokenNeeded'));
    expect(statusNamed('Test connection')).toHaveTextContent('HTTP 401');
    expect(screen.getByText(t('token.help.title')).parentElement).toHaveAttribute('open');

    await enter(user, screen.getByRole('textbox', { name: t('token.label') }), 'wrong');
    await press(user, 'Test connection');
    await waitFor(() =>
      expect(statusNamed('Test connection')).toHaveTextContent(t('serviceProblem.tokenRejected')),
    );
  });

  it('says that what works is not in use yet', async () => {
    const user = await openOptions();
    await enter(user, baseUrlBox(), 'https://other.example');
    await testSays(user, WORKS);
    expect(statusNamed('Test connection')).not.toHaveTextContent('Connected');
    await press(user, 'Save');
    await waitFor(() => expect(statusNamed('Test connection')).toHaveTextContent('✓ Connected'));
  });

  it('discards its result when the draft changes', async () => {
    const user = await openOptions();
    await testSays(user, 'Connected');
    await user.type(baseUrlBox(), 'z');
    expect(statusNamed('Test connection')).toBeEmptyDOMElement();
  });

  it('aborts a running test when the draft changes', async () => {
    answer = () => new Promise(() => {});
    const user = await openOptions();
    await press(user, 'Test connection');
    expect(statusNamed('Test connection')).toHaveTextContent('Testing…');
    await user.type(baseUrlBox(), 'z');
    expect(asked[0]?.init.signal?.aborted).toBe(true);
    expect(statusNamed('Test connection')).toBeEmptyDOMElement();
  });
});

describe('a service that refuses cross-origin reads', () => {
  const refuseAll: Answer = (_url, init) => {
    if (init.mode === 'no-cors') return new Response();
    throw new TypeError('Failed to fetch');
  };

  it('offers to grant access, and repeats the test once it is granted', async () => {
    answer = refuseAll;
    permissions.request.mockImplementation(() => {
      answer = answerAll;
      return Promise.resolve(true);
    });
    const user = await openOptions();
    await testSays(user, 'CORS');
    await press(user, 'Grant access');
    expect(permissions.request).toHaveBeenCalledExactlyOnceWith({
      origins: ['https://prices.example/*'],
    });
    await waitFor(() => expect(statusNamed('Test connection')).toHaveTextContent('✓ Connected'));

    await press(user, 'Remove access');
    expect(permissions.remove).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByText(t('connection.access.granted'))).toBeNull());
  });

  it('leaves the page usable while the prompt is open', async () => {
    answer = refuseAll;
    permissions.request.mockReturnValue(new Promise(() => {}));
    const user = await openOptions();
    await testSays(user, 'CORS');
    await press(user, 'Grant access');
    expect(screen.getByText(t('connection.access.asked'))).toBeInTheDocument();

    answer = answerAll;
    await enter(user, baseUrlBox(), 'https://other.example');
    await testSays(user, WORKS);
    await press(user, 'Save');
    await waitFor(() => expect(statusNamed('Price service')).toHaveTextContent('Saved'));
  });

  it('reports that access was not granted', async () => {
    answer = refuseAll;
    const user = await openOptions();
    await testSays(user, 'CORS');
    permissions.request.mockRejectedValue(new Error('not a user gesture'));
    await press(user, 'Grant access');
    await waitFor(() =>
      expect(screen.getByText(t('connection.access.denied'))).toBeInTheDocument(),
    );
    expect(screen.getByRole('button', { name: 'Grant access' })).toBeInTheDocument();
  });
});

function answerAll(url: URL): Response {
  if (url.pathname.endsWith('price_feeds')) return Response.json(DEFAULT_FEEDS);
  const price = {
    price: '6400012',
    conf: '12',
    expo: -2,
    publish_time: Math.floor(Date.now() / 1000),
  };
  const id = url.searchParams.get('ids[]');
  return Response.json({
    binary: { encoding: 'hex', data: [''] },
    parsed: [{ id, price, ema_price: price, metadata: {} }],
  });
}
