import { expect, it } from 'vitest';
import { isUnchecked, type SignedUpdateCheck } from '@/lib/domain/signed-updates/errors.ts';

const CHECKS: Record<SignedUpdateCheck | 'missing', boolean> = {
  missing: true,
  magic: true,
  version: true,
  'update-type': true,
  emitter: true,
  'unknown-set': true,
  'expired-set': true,
  encoding: false,
  size: false,
  truncated: false,
  'trailing-bytes': false,
  vaa: false,
  'signer-index': false,
  quorum: false,
  signature: false,
  payload: false,
  message: false,
  proof: false,
  upgrade: false,
  'known-set': false,
};

it('isUnchecked is true only if no trusted signer can have signed the update', () => {
  const checks = Object.keys(CHECKS) as (keyof typeof CHECKS)[];
  expect(Object.fromEntries(checks.map((check) => [check, isUnchecked(check)]))).toEqual(CHECKS);
});
