import { expect, it } from 'vitest';
import {
  verificationProblemSchema,
  type VerificationProblem,
} from '@/lib/domain/signed-updates/verification-problem.ts';
import { verificationWords } from '@/lib/domain/signed-updates/verification-words.ts';

const SET = { setIndex: 4, profileName: 'Pyth routers' };
const RETIRED = { ...SET, retiredMs: Date.UTC(2026, 10, 22, 23) };
const QUORUM = { signerCount: 2, setSize: 5, profileName: 'Pyth routers', quorum: 3 };

const invalid = (reason: string) => `The update’s signed data is invalid (${reason}).`;

const WORDS: [VerificationProblem, string][] = [
  [{ code: 'unknown-encoding' }, invalid('unknown-encoding')],
  [{ code: 'invalid-encoding', encoding: 'hex' }, invalid('invalid-encoding hex')],
  [{ code: 'too-many-hashes', hashes: 33, most: 32 }, invalid('too-many-hashes 33 32')],
  [{ code: 'too-many-bad-signatures', count: 8 }, invalid('too-many-bad-signatures 8')],
  [{ code: 'ends-early', part: 'set-upgrade' }, invalid('ends-early set-upgrade')],
  [{ code: 'unknown-version', found: 2 }, invalid('unknown-version 2')],
  [{ code: 'not-in-set', ...SET, signer: 19, last: 4 }, invalid('not-in-set 4 Pyth routers 19 4')],
  [
    { code: 'unknown-emitter', chain: 26, address: 'e1f0' },
    'Signed by an unknown source (chain 26, emitter e1f0).',
  ],
  [
    { code: 'unknown-emitter', chain: 26, address: `7072${'0'.repeat(56)}1234` },
    'Signed by an unknown source (chain 26, emitter 70720000…00001234).',
  ],
  [
    { code: 'unknown-set', ...SET, newestIndex: 3 },
    'Signed by set 4 of Pyth routers, but the newest known set is 3.',
  ],
  [
    { code: 'retired-set', ...RETIRED },
    'Signed by set 4 of Pyth routers, which was retired on Nov 22, 2026.',
  ],
  [
    { code: 'retired-set', ...RETIRED, retiredMs: 1e300 },
    'Signed by set 4 of Pyth routers, which was retired on Sep 13, 275760.',
  ],
  [
    { code: 'published-after-retirement', ...RETIRED },
    'Signed by set 4 of Pyth routers, which was retired on Nov 22, 2026.',
  ],
  [
    { code: 'short-quorum', ...QUORUM },
    'Signed by 2 of 5 signers, but 3 are required (Pyth routers).',
  ],
  [{ code: 'bad-signature', signer: 3 }, 'The signature of signer 3 is wrong.'],
  [{ code: 'not-in-root' }, 'A message in the update isn’t covered by its signatures.'],
  [{ code: 'no-signed-price' }, 'The update contains no signature for this price.'],
  [{ code: 'no-signed-caps' }, 'The response contains no signed stake caps.'],
  [
    { code: 'mismatch', fields: ['price', 'conf'] },
    'The service’s data doesn’t match its signatures (price, conf). Showing the signed price.',
  ],
  [
    { code: 'mismatch', fields: ['a_field_of_later'] },
    'The service’s data doesn’t match its signatures (a_field_of_later). Showing the signed price.',
  ],
  [
    { code: 'caps-mismatch', publisherCount: 2 },
    'The service’s stake caps don’t match the signed ones. Showing the signed caps.',
  ],
];

it.each(WORDS)('%j can be stored and explained', (problem, words) => {
  expect(verificationProblemSchema.parse(JSON.parse(JSON.stringify(problem)))).toEqual(problem);
  expect(verificationWords(problem)).toBe(words);
});
