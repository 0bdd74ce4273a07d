import { exceededLimit } from '../../base/http/answer-limits.ts';
import { proofFileSchema, type ProofFile } from '../../domain/receipts/proof-file.ts';
import { readOlderFile } from './read-older-file.ts';

/** Room for more than 500 prices. */
const LIMITS = { bytes: 8 * 2 ** 20, values: 20_000 };

/** The file is not a receipt or statement that can be checked. */
export class ProofFileError extends Error {
  override name = 'ProofFileError';
}

/**
 * Runs no script and interprets no markup.
 * @throws ProofFileError if the file is too large or damaged
 */
export async function readProof(file: Blob): Promise<ProofFile> {
  if (file.size > LIMITS.bytes) throw new ProofFileError('Too large.');
  const text = await file.text();
  try {
    const [data, ...others] = dataBlocks(text);
    if (others.length > 0) throw new TypeError('There are several blocks of data.');
    return data === undefined ? readOlderFile(text) : parseData(data);
  } catch (cause) {
    throw new ProofFileError('Damaged.', { cause });
  }
}

const START = '<script type="application/json">';
const END = '</script>';

function dataBlocks(text: string): string[] {
  const [, ...blocks] = text.split(START);
  return blocks.map((block) => block.slice(0, Math.max(0, block.indexOf(END))));
}

function parseData(json: string): ProofFile {
  const exceeded = exceededLimit(json, LIMITS);
  if (exceeded !== null) throw new RangeError(exceeded);
  return proofFileSchema.parse(JSON.parse(json));
}
