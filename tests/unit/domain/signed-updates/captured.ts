import { existsSync, readdirSync, readFileSync } from 'node:fs';
import {
  PYTH_ROUTERS,
  WORMHOLE_MAINNET,
  WORMHOLE_TESTNET,
} from '@/lib/domain/signed-updates/trust/signer-sets.ts';
import type { ParsedPrice } from '@/lib/price-service/index.ts';
import type { TrustProfile } from '@/lib/domain/signed-updates/trust/trust-profile.ts';

/** Captured updates and published sets are in a folder beside the checkout, not in it. */
const DATA = new URL('../../../../../shared/data/', import.meta.url);

export const hasCaptured = existsSync(new URL('updates/', DATA));

if (!hasCaptured) {
  console.warn('Captured updates are not beside the checkout (../shared/data): tests skipped.');
}

export interface CapturedUpdate {
  file: string;
  encoding: 'hex' | 'base64';
  data: string[];
  profile: 'router' | 'wormhole-mainnet' | 'wormhole-testnet';
  guardian_set_index: number;
  feeds: number;
  /** Unix seconds. */
  vaa_time: number;
  verifies: boolean;
  parsed: ParsedPrice[] | null;
  expected?: Record<string, string | number>[];
}

interface SetsFile {
  sets: Record<string, string[]>;
  upgradeVaas: { to: number; signedBy: number; vaa: string }[];
}

const FOLDER = new URL('updates/', DATA);

export function capturedUpdates(start = ''): CapturedUpdate[] {
  if (!hasCaptured) return [];
  return readdirSync(FOLDER)
    .filter((file) => file.startsWith(start) && file.endsWith('.json'))
    .map((file) => {
      const update: CapturedUpdate = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
      return { ...update, file };
    });
}

export function capturedUpdate(start: string): CapturedUpdate {
  const [found] = capturedUpdates(start);
  if (found === undefined) throw new Error(`No captured update ${start}`);
  return found;
}

export function publishedSets(file: 'guardian-sets.json' | 'router-sets.json'): SetsFile {
  return JSON.parse(readFileSync(new URL(file, DATA), 'utf8'));
}

/** The guardians' first set. It is not built in, but the later ones are derived from its key. */
export const FIRST_GUARDIANS: TrustProfile = {
  ...WORMHOLE_MAINNET,
  sets: [{ index: 0, keys: ['58cc3ae5c097b213ce3c81979e1b9f9570746aa5'], inUseSinceMs: 0 }],
};

/** The profiles of a user of that network. */
export function profilesFor({ profile }: CapturedUpdate): TrustProfile[] {
  return [PYTH_ROUTERS, profile === 'wormhole-testnet' ? WORMHOLE_TESTNET : WORMHOLE_MAINNET];
}
