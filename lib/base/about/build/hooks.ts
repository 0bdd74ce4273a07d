import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { WxtHooks } from 'wxt';
import { LICENSES_FILE } from '../shipped-package.ts';
import { packagesOf } from './shipped-packages.ts';

// The build replaces it with a line of its own.
const REPLACED = /\/webextension-polyfill\/dist\//;

// The worker and the pages are built one after another, by the same process.
const modules = new Set<string>();

/** The part of the build that remembers which modules have code in it. */
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

/** Adds the list of the packages in the extension, with their licenses, to every build. */
export const licenseHooks: Pick<WxtHooks, 'build:done'> = {
  'build:done': ({ config }) => {
    writeFileSync(join(config.outDir, LICENSES_FILE), JSON.stringify(packagesOf(modules)));
  },
};
