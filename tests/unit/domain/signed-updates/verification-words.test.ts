import { expect, it } from 'vitest';
import {
  verificationProblemSchema,
  type VerificationProblem,
} from '../../../../lib/domain/signed-updates/verification-problem.ts';
import { verificationWords } from '../../../../lib/domain/signed-updates/verification-words.ts';

const SET = { setIndex: 4, profileName: 'Pyth routers' };
const RETIRED = { ...SET, retiredMs: Date.UTC(2026, 10, 22, 23) };
const QUORUM = { signerCount: 2, setSize: 5, profileName: 'Pyth routers', quorum: 3 };

const WORDS: [VerificationProblem, string][] = [
  [{ code: 'unknown-encoding' }, 'The update uses an unknown encoding.'],
  [{ code: 'not-text' }, 'The update isn’t text.'],
  [{ code: 'invalid-encoding', encoding: 'hex' }, 'The update isn’t valid hex.'],
  [{ code: 'invalid-encoding', encoding: 'base64' }, 'The update isn’t valid Base64.'],
  [{ code: 'too-large' }, 'The update is too large to be genuine.'],
  [{ code: 'too-many-parts' }, 'The update has more parts than any genuine one.'],
  [{ code: 'too-many-messages' }, 'The update has more messages than any genuine one.'],
  [{ code: 'too-much-hashing' }, 'The update needs more hashing than any genuine one.'],
  [
    { code: 'too-many-hashes', hashes: 33, most: 32 },
    'A proof has 33 hashes, but a genuine one has at most 32.',
  ],
  [{ code: 'too-many-bad-signatures', count: 8 }, 'Checking stopped after 8 wrong signatures.'],
  [{ code: 'ends-early', part: 'update' }, 'The update is incomplete.'],
  [{ code: 'ends-early', part: 'envelope' }, 'The signed envelope is incomplete.'],
  [{ code: 'ends-early', part: 'payload' }, 'The signed payload is incomplete.'],
  [{ code: 'ends-early', part: 'message' }, 'The signed message is incomplete.'],
  [{ code: 'ends-early', part: 'set-upgrade' }, 'The signer set upgrade is incomplete.'],
  [{ code: 'extra-bytes', part: 'update' }, 'The update has extra bytes at the end.'],
  [{ code: 'not-an-update' }, 'This isn’t a signed price update.'],
  [{ code: 'unknown-version', found: 2 }, 'The update has an unknown format version (2).'],
  [{ code: 'unknown-update-type', found: 7 }, 'The update has an unknown type (7).'],
  [
    { code: 'unknown-envelope-version', found: 9 },
    'The signed envelope has an unknown version (9).',
  ],
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
    'Published after set 4 of Pyth routers was retired on Nov 22, 2026.',
  ],
  [
    { code: 'not-in-set', ...SET, signer: 19, last: 4 },
    'Lists signer 19, but the last one in set 4 of Pyth routers is 4.',
  ],
  [
    { code: 'signer-order', signer: 1, previous: 3 },
    'Lists signer 1 after signer 3, but signers must be in ascending order.',
  ],
  [{ code: 'short-quorum', ...QUORUM }, 'Signed by 2 of 5 signers, but Pyth routers requires 3.'],
  [{ code: 'bad-signature', signer: 3 }, 'The signature of signer 3 is wrong.'],
  [{ code: 'not-a-price-root' }, 'The signed content isn’t prices.'],
  [{ code: 'not-in-root' }, 'A message in the update isn’t covered by its signatures.'],
  [
    { code: 'impossible-time' },
    'A signed message contains an impossible time, so its part of the update is ignored.',
  ],
  [{ code: 'no-signed-price' }, 'The update contains no signed price for this feed.'],
  [{ code: 'no-signed-caps' }, 'The answer contains no signed stake caps.'],
  [
    { code: 'mismatch', fields: ['price', 'conf'] },
    'The service’s data doesn’t match its signatures (price and confidence). Showing the signed price.',
  ],
  [
    { code: 'mismatch', fields: ['a_field_of_later'] },
    'The service’s data doesn’t match its signatures (a_field_of_later). Showing the signed price.',
  ],
  [
    { code: 'caps-mismatch', publisherCount: 1 },
    'The service’s stake caps don’t match the signed ones for 1 publisher. Showing the signed caps.',
  ],
  [
    { code: 'caps-mismatch', publisherCount: 2 },
    'The service’s stake caps don’t match the signed ones for 2 publishers. Showing the signed caps.',
  ],
];

it.each(WORDS)('%j can be stored and explained', (problem, words) => {
  expect(verificationProblemSchema.parse(JSON.parse(JSON.stringify(problem)))).toEqual(problem);
  expect(verificationWords(problem)).toBe(words);
});
