import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ShippedPackage } from '../shipped-package.ts';

// The innermost package, where they are nested. Scoped names have two parts.
const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const OWN_LICENSE = resolve(import.meta.dirname, '../../../../LICENSE');
const LICENSE_FILE = /^(licen[cs]e|copying|notice)(\.(md|txt|markdown))?$/i;

/** By name, without modules of this project. */
export function packagesOf(modules: Iterable<string>): ShippedPackage[] {
  const folders = new Set<string>();
  for (const id of modules) {
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
  return { name, version, license, text: texts.join('\n\n') };
}

// Some packages name the license without its text.
function mitLicense(name: string): string {
  const own = readFileSync(OWN_LICENSE, 'utf8').trim();
  return own.replace(/^Copyright .*$/m, `Copyright (c) the authors of ${name}`);
}

// By code unit, so the order is the same on every machine.
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
