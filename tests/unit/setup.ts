import { beforeEach } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import './english.ts';

beforeEach(() => {
  fakeBrowser.reset();
});
