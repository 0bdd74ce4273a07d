import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createForwarding } from '@/lib/background/alerts/forward.ts';
import { RECEIVER_KINDS, type Receiver } from '@/lib/domain/forwarding/receiver.ts';
import { setReceiver } from '@/lib/pages/alerts/forwarding.ts';
import { outbox, receiver } from '@/lib/storage/values/forwarding.ts';
import { startMessageReceiver, type MessageReceiver } from '../../../tools/message-receiver.ts';
import { until } from '../../../tools/until.ts';

const TEXT = { id: 'notification|x|a.1|a.1', title: 'BTC/USD rose', message: '82,010' };
const NOTIFICATION = { ...TEXT, isOneAlert: true };

let service: MessageReceiver;

beforeEach(async () => {
  service = await startMessageReceiver();
  await use({ kind: 'json', address: `${service.url}/hook/s3cret` });
});

afterEach(() => service.close());

const use = (part: Partial<Receiver>) =>
  receiver.setValue({ ...receiver.fallback, isOn: true, ...part });
const isEmpty = async () => (await outbox.getValue()).length === 0;
const bodies = () => service.received.map(({ body }) => JSON.parse(body) as { id: string });

describe('a notification', () => {
  it.each(RECEIVER_KINDS)('reaches %s with one POST', async (kind) => {
    await use({ kind, address: `${service.url}/topic`, chat: '1' });
    await createForwarding().add(NOTIFICATION);
    await until(isEmpty, { what: 'the message to be sent' });
    expect(service.received).toHaveLength(1);
    expect(service.received[0]).toMatchObject({
      method: 'POST',
      path: kind === 'ntfy' ? '/' : '/topic',
      contentType: kind === 'slack' ? 'text/plain' : 'application/json',
    });
    expect(service.received[0]?.body).toContain('BTC/USD');
  });

  it('goes nowhere while it is off', async () => {
    await use({ isOn: false, address: service.url });
    const forwarding = createForwarding();
    await forwarding.add(NOTIFICATION);
    await forwarding.run();
    expect(await outbox.getValue()).toEqual([]);
    expect(service.received).toEqual([]);
  });

  it('that a worker stored before it died is sent by the next one', async () => {
    const hanging = vi.fn(() => new Promise(() => {}));
    vi.stubGlobal('fetch', hanging);
    await createForwarding().add(NOTIFICATION);
    await until(() => hanging.mock.calls.length > 0, { what: 'the request' });
    vi.unstubAllGlobals();
    await createForwarding().run();
    expect(bodies()).toEqual([{ id: TEXT.id, title: TEXT.title, text: TEXT.message }]);
    expect(await isEmpty()).toBe(true);
  });

  it('is sent again later if the service is away, and only then', async () => {
    service.answers.push({ status: 503 }, { status: 429, headers: { 'retry-after': '60' } });
    const now = vi.spyOn(Date, 'now');
    const forwarding = createForwarding();
    await forwarding.add(NOTIFICATION);
    await until(() => service.received.length === 1, { what: 'the first attempt' });
    await forwarding.run();
    expect(service.received).toHaveLength(1);
    expect(await outbox.getValue()).toMatchObject([{ problem: { code: 'status', status: 503 } }]);
    const later = async (ms: number) => {
      const at = Date.now() + ms;
      now.mockImplementation(() => at);
      await createForwarding().run();
    };
    await later(6_000);
    expect(service.received).toHaveLength(2);
    await later(30_000);
    expect(service.received).toHaveLength(2);
    await later(31_000);
    expect(service.received).toHaveLength(3);
    expect(await isEmpty()).toBe(true);
    now.mockRestore();
  });

  it('does not follow a redirect, and keeps the address out of what is stored', async () => {
    const other = await startMessageReceiver();
    service.answers.push({ status: 307, headers: { location: other.url } });
    await createForwarding().add(NOTIFICATION);
    await until(async () => (await outbox.getValue())[0]?.problem != null, { what: 'the failure' });
    expect(await outbox.getValue()).toMatchObject([{ problem: { code: 'unreachable' } }]);
    expect(JSON.stringify(await outbox.getValue())).not.toContain('s3cret');
    expect(other.received).toEqual([]);
    await other.close();
  });

  it('that waits for one receiver never goes to another', async () => {
    service.answers.push({ status: 503 });
    const forwarding = createForwarding();
    await forwarding.add(NOTIFICATION);
    await until(() => service.received.length === 1, { what: 'the first attempt' });
    await forwarding.run();
    await setReceiver({ ...receiver.fallback, isOn: true, kind: 'json', address: service.url });
    expect(await outbox.getValue()).toEqual([]);
  });
});
