import { describe, expect, it } from 'vitest';
import { hasAccess, removeAccess, requestAccess } from '../../../../lib/pages/connection/access.ts';
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
