import { describe, expect, it, vi } from 'vitest';
import { hasAccess, removeAccess, requestAccess } from '@/lib/pages/connection/access.ts';
import { fakePermissions } from './fake-permissions.ts';

describe('access to a service that does not allow cross-origin reads', () => {
  it('is requested for that one host, without its port and path', async () => {
    const { request } = fakePermissions();
    request.mockResolvedValue(true);
    expect(await requestAccess('https://prices.example:8443/secret/hermes')).toBe(true);
    expect(request).toHaveBeenCalledExactlyOnceWith({ origins: ['https://prices.example/*'] });
  });

  it('is requested before any await', () => {
    const { request } = fakePermissions();
    request.mockReturnValue(new Promise(() => {}));
    void requestAccess('https://prices.example');
    expect(request).toHaveBeenCalledOnce();
  });

  it('can be checked and removed', async () => {
    const { contains, remove } = fakePermissions();
    contains.mockResolvedValue(true);
    expect(await hasAccess('http://127.0.0.1:8080')).toBe(true);
    await removeAccess('http://127.0.0.1:8080');
    expect(contains).toHaveBeenCalledWith({ origins: ['http://127.0.0.1/*'] });
    expect(remove).toHaveBeenCalledWith({ origins: ['http://127.0.0.1/*'] });
  });

  it('is not granted if no pattern can match the host', async () => {
    const { contains } = fakePermissions();
    contains.mockRejectedValue(new Error('Invalid value'));
    expect(await hasAccess('https://[2001:db8::1]')).toBe(false);
  });
});

describe('consent to send an access token', () => {
  const consent = { data_collection: ['authenticationInfo'] };

  async function inBrowser(kind: 'chrome' | 'firefox') {
    vi.resetModules();
    vi.doMock('@/lib/pages/toolbar-button.ts', () => ({ IS_FIREFOX: kind === 'firefox' }));
    return (await import('@/lib/pages/connection/access.ts')).requestTokenConsent;
  }

  it('is asked for in Firefox, before any await', async () => {
    const requestTokenConsent = await inBrowser('firefox');
    const { request } = fakePermissions();
    const answers = [true, false].map((isGranted) => {
      request.mockResolvedValueOnce(isGranted);
      const answer = requestTokenConsent();
      expect(request).toHaveBeenLastCalledWith(consent);
      return answer;
    });
    expect(request).toHaveBeenCalledTimes(2);
    expect(await Promise.all(answers)).toEqual([true, false]);
  });

  it('is looked up where Firefox lets no page ask', async () => {
    const requestTokenConsent = await inBrowser('firefox');
    const { request, contains } = fakePermissions();
    request.mockRejectedValue(new Error('may only be called from a user input handler'));
    contains.mockResolvedValue(true);
    expect(await requestTokenConsent()).toBe(true);
    expect(contains).toHaveBeenCalledWith(consent);
  });

  it('is not needed in Chrome, which knows no such permission', async () => {
    const requestTokenConsent = await inBrowser('chrome');
    const { request } = fakePermissions();
    expect(await requestTokenConsent()).toBe(true);
    expect(request).not.toHaveBeenCalled();
  });
});
