import { describe, expect, it } from 'vitest';
import { hasAccess, removeAccess, requestAccess } from '../../../lib/connection/access.ts';
import { fakePermissions } from './fake-permissions.ts';

describe('access to a service that refuses cross-origin reads', () => {
  it('is asked for that one host, whatever its port and path', async () => {
    const { request } = fakePermissions();
    request.mockResolvedValue(true);
    expect(await requestAccess('https://prices.example:8443/secret/hermes')).toBe(true);
    expect(request).toHaveBeenCalledExactlyOnceWith({ origins: ['https://prices.example/*'] });
  });

  it('is asked for before anything is awaited', () => {
    const { request } = fakePermissions();
    request.mockReturnValue(new Promise(() => {}));
    void requestAccess('https://prices.example');
    expect(request).toHaveBeenCalledOnce();
  });

  it('is looked up and given back', async () => {
    const { contains, remove } = fakePermissions();
    contains.mockResolvedValue(true);
    expect(await hasAccess('http://127.0.0.1:8080')).toBe(true);
    await removeAccess('http://127.0.0.1:8080');
    expect(contains).toHaveBeenCalledWith({ origins: ['http://127.0.0.1/*'] });
    expect(remove).toHaveBeenCalledWith({ origins: ['http://127.0.0.1/*'] });
  });

  it('was not granted where the browser cannot name the host', async () => {
    const { contains } = fakePermissions();
    contains.mockRejectedValue(new Error('Invalid value'));
    expect(await hasAccess('https://[2001:db8::1]')).toBe(false);
  });
});
