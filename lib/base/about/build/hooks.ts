import { writeFileSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { WxtHooks } from 'wxt';
import { LICENSES_FILE, type ShippedPackage } from '../shipped-package.ts';

const REPLACED = /\/webextension-polyfill\/dist\//;

// One process builds the worker and the pages one after another.
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

/** Adds a list of all packages and their licenses to every build. */
export const licenseHooks: Pick<WxtHooks, 'build:done'> = {
  'build:done': ({ config }) => {
    writeFileSync(join(config.outDir, LICENSES_FILE), JSON.stringify(packagesOf(modules)));
  },
};

// These require only their text, which each build contains.
const ALLOWED_LICENSES = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

// For nested packages, the innermost folder. Scoped names have two parts.
const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const OWN_LICENSE = resolve(import.meta.dirname, '../../../../LICENSE');
const LICENSE_FILE = /^(licen[cs]e|copying|notice)(\.(md|txt|markdown))?$/i;

/** Packages sorted by name, without modules of this project. */
export function packagesOf(ids: Iterable<string>): ShippedPackage[] {
  const folders = new Set<string>();
  for (const id of ids) {
    const folder = PACKAGE_FOLDER.exec(id.replaceAll('\\', '/'))?.[0];
    if (folder !== undefined) folders.add(folder);
  }
  return [...folders]
    .map(readPackage)
    .toSorted((one, other) => compare(one.name, other.name) || compare(one.version, other.version));
}

function readPackage(folder: string): ShippedPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => LICENSE_FILE.test(file));
  const texts = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (texts.length === 0 && license === 'MIT') texts.push(mitLicense(name));
  const text = texts.join('\n\n');
  if (!ALLOWED_LICENSES.includes(license) || text === '') {
    throw new Error(`${name} has the license ${license}, which is not permitted or has no text.`);
  }
  return { name, version, license, text };
}

// Some packages name the license without its text.
function mitLicense(name: string): string {
  const own = readFileSync(OWN_LICENSE, 'utf8').trim();
  return own.replace(/^Copyright .*$/m, `Copyright (c) the authors of ${name}`);
}

// Compares code units, so that the order is the same on every machine.
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
