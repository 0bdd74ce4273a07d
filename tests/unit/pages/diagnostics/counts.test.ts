import { expect, it } from 'vitest';
import { describeCounts } from '@/lib/pages/diagnostics/describe-counts.ts';
import { counts } from '@/lib/storage/values/diagnostics.ts';

it('requests are counted by kind and answer, even of a kind that no longer exists', () => {
  const requests = {
    'at-a-moment': { '200': 1_200, failed: 2 },
    catalogue: { redirect: 1 },
    unknown: { '404': 1 },
  };
  expect(describeCounts({ ...counts.fallback, requests }).slice(-3)).toEqual([
    ['Requests for past prices', '200 × 1,200 · no answer × 2'],
    ['Requests for feeds', 'redirect × 1'],
    ['unknown', '404 × 1'],
  ]);
});
