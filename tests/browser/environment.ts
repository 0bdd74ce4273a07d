import type { Environment } from 'vitest/runtime';

declare global {
  /** Called once, after the last spec of a process. */
  var closeSharedBrowser: (() => Promise<void>) | undefined;
}

/** Node's, which also ends the browser that the specs of a process share. */
const environment: Environment = {
  name: 'shared-browser',
  viteEnvironment: 'ssr',
  setup: () => ({ teardown: () => globalThis.closeSharedBrowser?.() }),
};

export default environment;
