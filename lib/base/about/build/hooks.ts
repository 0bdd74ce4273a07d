import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { WxtHooks } from 'wxt';
import { LICENSES_FILE } from '../shipped-package.ts';
import { packagesOf } from './shipped-packages.ts';

const REPLACED = /\/webextension-polyfill\/dist\//;

// The worker and the pages are built one after another by one process.
const modules = new Set<string>();

/** Remembers which modules have code in the build. */
export const shippedModules: Plugin = {
  name: 'shipped-modules',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      for (const [id, { renderedLength }] of Object.entries(file.modules)) {
        if (renderedLength > 0 && !REPLACED.test(id)) modules.add(id);
      }
    }
  },
};

/** Adds a list of the packages and their licenses to every build. */
export const licenseHooks: Pick<WxtHooks, 'build:done'> = {
  'build:done': ({ config }) => {
    writeFileSync(join(config.outDir, LICENSES_FILE), JSON.stringify(packagesOf(modules)));
  },
};
