import { expect, it } from 'vitest';
import {
  verificationProblemSchema,
  type VerificationProblem,
} from '../../../lib/signed-updates/verification-problem.ts';
import { verificationWords } from '../../../lib/signed-updates/verification-words.ts';

const SET = { setIndex: 4, profileName: 'Pyth routers' };
const RETIRED = { ...SET, retiredMs: Date.UTC(2026, 10, 22, 23) };
const QUORUM = { signerCount: 2, setSize: 5, profileName: 'Pyth routers', quorum: 3 };

const WORDS: [VerificationProblem, string][] = [
  [{ code: 'unknown-encoding' }, 'The update is in an unknown encoding.'],
  [{ code: 'not-text' }, 'The update is not a text.'],
  [{ code: 'invalid-encoding', encoding: 'hex' }, 'The update is not valid hex.'],
  [{ code: 'too-large' }, 'The update is larger than any genuine one.'],
  [{ code: 'too-many-parts' }, 'The update has more parts than any genuine one.'],
  [{ code: 'too-many-messages' }, 'The update has more messages than any genuine one.'],
  [{ code: 'too-much-hashing' }, 'The update takes more hashing than any genuine one.'],
  [
    { code: 'too-many-hashes', hashes: 33, most: 32 },
    'A proof has 33 hashes, more than any genuine one (32 at most).',
  ],
  [{ code: 'too-many-bad-signatures', count: 8 }, 'After 8 wrong signatures the rest is not read.'],
  [{ code: 'ends-early', part: 'update' }, 'The update ends too early.'],
  [{ code: 'ends-early', part: 'envelope' }, 'The signed envelope ends too early.'],
  [{ code: 'ends-early', part: 'payload' }, 'The signed payload ends too early.'],
  [{ code: 'ends-early', part: 'message' }, 'The signed message ends too early.'],
  [{ code: 'extra-bytes', part: 'update' }, 'Bytes follow the end of the update.'],
  [{ code: 'not-an-update' }, 'The bytes are not a signed price update.'],
  [{ code: 'unknown-version', found: 2 }, 'The update has the unknown format version 2.'],
  [{ code: 'unknown-update-type', found: 7 }, 'The update is of the unknown type 7.'],
  [
    { code: 'unknown-envelope-version', found: 9 },
    'The signed envelope has the unknown version 9.',
  ],
  [
    { code: 'unknown-emitter', chain: 26, address: 'e1f0' },
    'Signed for a source that no trust profile covers (chain 26, e1f0).',
  ],
  [
    { code: 'unknown-set', ...SET, newestIndex: 3 },
    'Signed by an unknown set 4 of Pyth routers (newest known: 3).',
  ],
  [
    { code: 'retired-set', ...RETIRED },
    'Signed by set 4 of Pyth routers, which was retired on 2026-11-22.',
  ],
  [
    { code: 'retired-set', ...RETIRED, retiredMs: 1e300 },
    'Signed by set 4 of Pyth routers, which was retired on +275760-09.',
  ],
  [
    { code: 'published-after-retirement', ...RETIRED },
    'Published after set 4 of Pyth routers was retired on 2026-11-22.',
  ],
  [
    { code: 'not-in-set', ...SET, signer: 19, last: 4 },
    'Lists signer 19, but set 4 of Pyth routers ends at 4.',
  ],
  [
    { code: 'signer-order', signer: 1, previous: 3 },
    'Lists signer 1 after signer 3: out of order or twice.',
  ],
  [{ code: 'short-quorum', ...QUORUM }, 'Signed by 2 of 5, but Pyth routers needs 3.'],
  [{ code: 'bad-signature', signer: 3 }, 'The signature of signer 3 is wrong.'],
  [{ code: 'not-a-price-root' }, 'What is signed is not a root of prices.'],
  [{ code: 'not-in-root' }, 'A message does not belong to the signed root.'],
  [
    { code: 'impossible-time' },
    'A signed message holds an impossible time: its part of the update counts for nothing.',
  ],
  [{ code: 'no-signed-price' }, 'The update holds no signed price for this feed.'],
  [{ code: 'no-signed-caps' }, 'The answer holds no signed stake caps.'],
  [
    { code: 'mismatch', fields: ['price', 'conf'] },
    'The service’s price differs from the signed one (price, conf). The signed price is shown.',
  ],
  [
    { code: 'caps-mismatch', publisherCount: 1 },
    'The service’s caps differ from the signed ones for one publisher. The signed caps are shown.',
  ],
  [
    { code: 'caps-mismatch', publisherCount: 2 },
    'The service’s caps differ from the signed ones for 2 publishers. The signed caps are shown.',
  ],
];

it.each(WORDS)('%j can be stored and explained', (problem, words) => {
  expect(verificationProblemSchema.parse(JSON.parse(JSON.stringify(problem)))).toEqual(problem);
  expect(verificationWords(problem)).toBe(words);
});
