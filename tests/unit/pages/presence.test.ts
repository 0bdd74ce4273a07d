import { expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { holdPresenceWhileVisible, PRESENCE_PORT } from '@/lib/pages/presence.ts';

it('a page holds the port while it is visible', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  const disconnect = vi.fn();
  const port = { name: PRESENCE_PORT, disconnect, onDisconnect: { addListener: vi.fn() } };
  const connect = vi.spyOn(fakeBrowser.runtime, 'connect').mockReturnValue(port as never);
  const show = (visibilityState: string): void => {
    Object.assign(page, { visibilityState });
    page.dispatchEvent(new Event('visibilitychange'));
  };

  const stop = holdPresenceWhileVisible();
  expect(connect).toHaveBeenCalledWith({ name: PRESENCE_PORT });
  expect(disconnect).not.toHaveBeenCalled();
  show('hidden');
  expect(disconnect).toHaveBeenCalledOnce();
  show('visible');
  expect(connect).toHaveBeenCalledTimes(2);
  stop();
  expect(disconnect).toHaveBeenCalledTimes(2);
});
