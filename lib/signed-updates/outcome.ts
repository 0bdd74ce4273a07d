import type { SignedUpdateCheck } from './errors.ts';

export function isUnchecked(check: SignedUpdateCheck | 'missing'): boolean {
  return [
    'missing',
    'magic',
    'version',
    'update-type',
    'emitter',
    'unknown-set',
    'expired-set',
  ].includes(check);
}
