import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

type Asked = { origins: string[] };

/** Stands in for the permissions that the fake browser lacks; nothing is granted, unless told. */
export function fakePermissions() {
  const permissions = {
    contains: vi.fn<(asked: Asked) => Promise<boolean>>(() => Promise.resolve(false)),
    request: vi.fn<(asked: Asked) => Promise<boolean>>(() => Promise.resolve(false)),
    remove: vi.fn<(asked: Asked) => Promise<boolean>>(() => Promise.resolve(true)),
  };
  Object.assign(fakeBrowser.permissions, permissions);
  return permissions;
}
