import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createForwarding, type Forwarding } from '@/lib/background/alerts/forward.ts';
import { WAIT_MS } from '@/lib/domain/forwarding/outbox.ts';
import { postOf } from '@/lib/domain/forwarding/post.ts';
import { RECEIVER_KINDS, type Receiver } from '@/lib/domain/forwarding/receiver.ts';
import { setReceiver } from '@/lib/pages/alerts/forwarding.ts';
import { outbox, receiver } from '@/lib/storage/values/forwarding.ts';
import { startMessageReceiver, type MessageReceiver } from '../../../tools/message-receiver.ts';
import { until } from '../../../tools/until.ts';

const TEXT = { id: 'notification|x|a.1|a.1', title: 'BTC/USD rose', message: '82,010' };
const NOTIFICATION = { ...TEXT, isOneAlert: true };

let service: MessageReceiver;
let forwarding: Forwarding;
let passedMs = 0;

beforeEach(async () => {
  passedMs = 0;
  forwarding = createForwarding();
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + passedMs);
  service = await startMessageReceiver();
  await use({ kind: 'json', address: `${service.url}/hook/s3cret` });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
});

const use = (part: Partial<Receiver>) =>
  receiver.setValue({ ...receiver.fallback, isOn: true, ...part });
const isEmpty = async () => (await outbox.getValue()).length === 0;
const bodies = () => service.received.map(({ body }) => JSON.parse(body) as { id: string });

/** Sends what is due some time later: the first attempt waits for what follows. */
async function later(ms = WAIT_MS): Promise<void> {
  passedMs += ms;
  await forwarding.run();
}

describe('a notification', () => {
  it.each(RECEIVER_KINDS)('reaches %s with one POST', async (kind) => {
    const to = { isOn: true, kind, address: `${service.url}/topic`, chat: '1' };
    await use(to);
    await forwarding.add(NOTIFICATION);
    await later();
    expect(await isEmpty()).toBe(true);
    expect(service.received).toHaveLength(1);
    expect(service.received[0]).toMatchObject({
      method: 'POST',
      path: kind === 'ntfy' ? '/' : '/topic',
      contentType: kind === 'slack' ? 'text/plain' : 'application/json',
    });
    const { body } = postOf(to, { id: TEXT.id, title: TEXT.title, text: TEXT.message });
    expect(service.received[0]?.body).toBe(body);
    expect(body).toContain('BTC/USD');
  });

  it('goes nowhere while it is off', async () => {
    await use({ isOn: false, address: service.url });
    await forwarding.add(NOTIFICATION);
    await forwarding.run();
    expect(await outbox.getValue()).toEqual([]);
    expect(service.received).toEqual([]);
  });

  it('that a worker stored before it died is sent by the next one', async () => {
    const hanging = vi.fn(() => new Promise(() => {}));
    vi.stubGlobal('fetch', hanging);
    await forwarding.add(NOTIFICATION);
    void later();
    await until(() => hanging.mock.calls.length > 0, { what: 'the request' });
    vi.unstubAllGlobals();
    await createForwarding().run();
    expect(bodies()).toEqual([{ id: TEXT.id, title: TEXT.title, text: TEXT.message }]);
    expect(await isEmpty()).toBe(true);
  });

  it('is sent again later if the service is away, and only then', async () => {
    service.answers.push({ status: 503 }, { status: 429, headers: { 'retry-after': '60' } });
    await forwarding.add(NOTIFICATION);
    await later();
    expect(service.received).toHaveLength(1);
    await later(0);
    expect(service.received).toHaveLength(1);
    expect(await outbox.getValue()).toMatchObject([{ problem: { code: 'status', status: 503 } }]);
    await later(6_000);
    expect(service.received).toHaveLength(2);
    await later(30_000);
    expect(service.received).toHaveLength(2);
    await later(31_000);
    expect(service.received).toHaveLength(3);
    expect(await isEmpty()).toBe(true);
  });

  it('does not follow a redirect, and keeps the address out of what is stored', async () => {
    const other = await startMessageReceiver();
    service.answers.push({ status: 307, headers: { location: other.url } });
    await forwarding.add(NOTIFICATION);
    await later();
    expect(await outbox.getValue()).toMatchObject([{ problem: { code: 'unreachable' } }]);
    expect(JSON.stringify(await outbox.getValue())).not.toContain('s3cret');
    expect(other.received).toEqual([]);
    await other.close();
  });

  it('that waits for one receiver never goes to another', async () => {
    service.answers.push({ status: 503 });
    await forwarding.add(NOTIFICATION);
    await later();
    expect(service.received).toHaveLength(1);
    await setReceiver({ ...receiver.fallback, isOn: true, kind: 'json', address: service.url });
    expect(await outbox.getValue()).toEqual([]);
  });

  describe('that replaces another one', () => {
    const BOTH = { ...NOTIFICATION, id: 'both', title: '2 alerts triggered' };
    const NEWS = { ...NOTIFICATION, id: 'news', title: 'BTC/USD fell' };
    const replaced = { id: TEXT.id, news: NEWS };

    it('is sent instead of it, while that waits', async () => {
      await forwarding.add(NOTIFICATION);
      passedMs += WAIT_MS - 500;
      await forwarding.add(BOTH, replaced);
      await later(500);
      expect(bodies().map(({ id }) => id)).toEqual(['both']);
    });

    it('says only what is new, if that was sent already, or may have been', async () => {
      service.answers.push({ status: 503 });
      await forwarding.add(NOTIFICATION);
      await later();
      await forwarding.add(BOTH, replaced);
      await later(10_000);
      expect(bodies().map(({ id }) => id)).toEqual([TEXT.id, TEXT.id, 'news']);
    });
  });
});
