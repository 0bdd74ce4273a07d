import { beforeEach } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import './english.ts';

beforeEach(() => {
  fakeBrowser.reset();
  // The fake browser has neither; a test that needs one mocks it.
  fakeBrowser.action.setIcon = () => Promise.resolve();
  fakeBrowser.runtime.getManifest = () => ({ manifest_version: 3, name: '', version: '' });
});
