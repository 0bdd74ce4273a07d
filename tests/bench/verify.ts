import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { recoverPublicKey } from '@noble/secp256k1';
import { parseAccumulatorUpdate } from '../../lib/domain/signed-updates/accumulator-update.ts';
import { decodeBytes } from '../../lib/domain/signed-updates/bytes.ts';
import { checkCustomProfile } from '../../lib/domain/signed-updates/trust/custom-profile.ts';
import {
  PYTH_ROUTERS,
  WORMHOLE_MAINNET,
} from '../../lib/domain/signed-updates/trust/signer-sets.ts';
import type { Trust } from '../../lib/domain/signed-updates/trust/trust-profile.ts';
import { createSignerCache } from '../../lib/domain/signed-updates/signatures.ts';
import { digestOf, parseVaa, type Vaa } from '../../lib/domain/signed-updates/vaa.ts';
import { verifyUpdate } from '../../lib/domain/signed-updates/verify.ts';
import { z } from '../../lib/base/zod.ts';
import { signMessages } from '../price-service/signing.ts';
import { createIdentity, profileOf } from '../price-service/test-signers.ts';
import { encodePriceMessage } from '../price-service/update-encoding.ts';
import type { Bench } from './bench-kind.ts';
import { alternate } from './rounds.ts';
import type { Measured } from './row.ts';
import { cpuMs } from './time.ts';

const CAPTURED = new URL('../../../shared/data/updates/', import.meta.url);
const TIMESTAMP = 1_790_000_000;

interface Case {
  name: string;
  what: string;
  binary: { encoding: string; data: string[] };
  trust: Trust;
  /** Whether the signers are cached while the signed content is new each time. */
  isKnown?: boolean;
}

// Enough updates for the cache to know every signer.
const UPDATES_UNTIL_KNOWN = 20;

export const verification: Bench = {
  name: 'verify',
  what: 'verifying one update, with every signature checked again',
  async run({ quick }) {
    const rows: Measured[] = [];
    for (const each of [...localCases(), ...capturedCases()]) rows.push(await measure(each, quick));
    return rows;
  },
};

async function measure(each: Case, quick: boolean): Promise<Measured> {
  const { name, what, binary, trust, isKnown = false } = each;
  const envelope = envelopeOf(binary);
  // Caches no updates, so that each one counts as new.
  const cache = isKnown ? createSignerCache(0) : undefined;
  const check = (): void => {
    const { blobs } = verifyUpdate(binary, trust, cache);
    const [rejected] = blobs.filter((blob) => !blob.ok);
    if (rejected) throw rejected.error;
  };
  if (isKnown) repeat(UPDATES_UNTIL_KNOWN, check);
  const times = quick ? 20 : 50;
  const { own, reference } = await alternate(
    async () => (await cpuMs(() => repeat(times, check))) / times,
    async () => (await cpuMs(() => repeat(times, () => recoverAll(envelope)))) / times,
    { rounds: quick ? 5 : 15, warmUp: 1 },
  );
  return {
    name,
    what,
    unit: 'ms',
    samples: own,
    reference: { what: 'only recovering the public keys', samples: reference },
  };
}

function localCases(): Case[] {
  return [1, 20].flatMap((feeds) =>
    [
      { quorum: 3, signers: 5 },
      { quorum: 13, signers: 19 },
    ].flatMap(({ quorum, signers }) => {
      const identity = createIdentity({ quorum, signers });
      const messages = Array.from({ length: feeds }, (_, feed) => priceMessage(feed));
      const blobs = signMessages(messages, { slot: 600n, timestamp: TIMESTAMP, identity });
      const checked = checkCustomProfile(profileOf(identity), []);
      if ('problems' in checked) throw new Error('The test signers do not form a valid profile.');
      const fresh = {
        name: `verify-${feeds}-of-${quorum}`,
        what: `${feeds} feed(s), ${quorum} signatures, signed locally`,
        binary: {
          encoding: 'hex',
          data: blobs.map((blob) => Buffer.from(blob).toString('hex')),
        },
        trust: { profiles: [checked.profile], nowMs: TIMESTAMP * 1_000 },
      };
      const known = {
        ...fresh,
        name: `${fresh.name}-known`,
        what: `${fresh.what}, signers seen before`,
        isKnown: true,
      };
      return [fresh, known];
    }),
  );
}

const capturedSchema = z.object({
  encoding: z.enum(['hex', 'base64']),
  data: z.array(z.string()),
  vaa_time: z.number(),
  feeds: z.number(),
  verifies: z.boolean(),
});

/** The latest captured update of each network, if captures exist next to the checkout. */
function capturedCases(): Case[] {
  if (!existsSync(CAPTURED)) return [];
  const files = readdirSync(CAPTURED).toSorted().toReversed();
  return ['router', 'wormhole'].flatMap((network) => {
    for (const file of files.filter((name) => name.startsWith(network))) {
      const text = readFileSync(new URL(file, CAPTURED), 'utf8');
      const update = capturedSchema.parse(JSON.parse(text));
      const trust = {
        profiles: [PYTH_ROUTERS, WORMHOLE_MAINNET],
        nowMs: update.vaa_time * 1_000,
      };
      if (!update.verifies || verifyUpdate(update, trust).blobs.some(({ ok }) => !ok)) continue;
      const signatures = envelopeOf(update).signatures.length;
      return [
        {
          name: `verify-captured-${network}`,
          what: `${update.feeds} feed(s), ${signatures} signatures, captured from the public service`,
          binary: update,
          trust,
        },
      ];
    }
    return [];
  });
}

function envelopeOf({ encoding, data: [text = ''] }: Case['binary']): Vaa {
  return parseVaa(parseAccumulatorUpdate(decodeBytes(text, encoding)).vaa);
}

function recoverAll(vaa: Vaa): void {
  const digest = digestOf(vaa);
  for (const { rs, recovery } of vaa.signatures) {
    const signature = new Uint8Array(65);
    signature[0] = recovery;
    signature.set(rs, 1);
    recoverPublicKey(signature, digest, { prehash: false });
  }
}

function repeat(times: number, work: () => void): void {
  for (let time = 0; time < times; time += 1) work();
}

function priceMessage(feed: number): Uint8Array {
  return encodePriceMessage({
    id: feed.toString(16).padStart(64, '0'),
    price: 6_350_230_500_000n,
    conf: 1_985_500_000n,
    expo: -8,
    publishTime: BigInt(TIMESTAMP),
    prevPublishTime: BigInt(TIMESTAMP - 1),
    emaPrice: 6_349_000_000_000n,
    emaConf: 1_900_000_000n,
  });
}
