import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { basename } from 'node:path';

/** The specs that take longest, the longest first. */
const LONGEST = [
  'languages',
  'export',
  'secrets',
  'accessibility',
  'stillness',
  'alerts-ui',
  'row-order',
  'detail',
  'groups',
  'signatures',
  'alert-kills',
  'places',
  'redirects',
  'failover',
];

/**
 * Runs the longest specs of both browsers first, then the others in turn. By default one browser's
 * specs follow the other's, and the last long one runs alone.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    // The rest in the order of its earlier runs, or of its size.
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array's
    const sorted = await super.sort(specs);
    return sorted
      .map((spec) => ({ spec, rank: rankOf(spec, sorted) }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ spec }) => spec);
  }
}

function rankOf(spec: TestSpecification, sorted: readonly TestSpecification[]): number {
  const place = LONGEST.indexOf(basename(spec.moduleId, '.test.ts'));
  if (place !== -1) return place;
  const ofBrowser = sorted.filter(({ project }) => project === spec.project);
  return LONGEST.length + ofBrowser.indexOf(spec);
}
