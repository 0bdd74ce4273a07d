import { shippedIn } from './shipped.ts';
import type { Step } from './steps.ts';

// These licenses require only their text, which each package contains.
const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** Whether every package in the extension has a permitted license, with its text. */
export const LICENSES: Step = {
  title: 'Licenses of what is in the packages',
  async run() {
    const packages = [...(await shippedIn('chrome')), ...(await shippedIn('firefox'))];
    const wrong = packages.filter(
      ({ license, text }) => !ALLOWED.includes(license) || text.length === 0,
    );
    if (packages.length === 0) throw new Error('no package is listed');
    if (wrong.length > 0) {
      const list = wrong.map(({ name, license }) => `${name} (${license || 'none'})`);
      throw new Error(`not allowed, or without its text: ${list.join(', ')}`);
    }
    return [...new Set(packages.map(({ license }) => license))].toSorted().join(', ');
  },
};
