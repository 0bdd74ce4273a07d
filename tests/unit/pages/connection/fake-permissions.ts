import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

type Asked = { origins?: string[]; data_collection?: string[] };

/** Replaces the permissions API, which the fake browser lacks. By default nothing is granted. */
export function fakePermissions() {
  const permissions = {
    contains: vi.fn<(asked: Asked) => Promise<boolean>>(() => Promise.resolve(false)),
    request: vi.fn<(asked: Asked) => Promise<boolean>>(() => Promise.resolve(false)),
    remove: vi.fn<(asked: Asked) => Promise<boolean>>(() => Promise.resolve(true)),
  };
  Object.assign(fakeBrowser.permissions, permissions);
  return permissions;
}
