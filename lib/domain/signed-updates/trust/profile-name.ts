import { plainText } from '../../../base/text/plain-text.ts';
import { isInOneScript, skeletonOf } from './look-alikes.ts';
import type { NameProblem } from './profile-problem.ts';

/** Length in UTF-16 units. */
export const LONGEST_NAME = 60;
const LONGEST_READ = 1_000;

/**
 * Normalizes a name to one line and one form of each letter (NFKC), without invisible characters.
 * Removing joiners keeps names from differing only invisibly.
 */
export function fitProfileName(name: string): string {
  return plainText(name.slice(0, LONGEST_READ).normalize('NFKC'), LONGEST_READ);
}

/** @param name normalized by `fitProfileName` @param others names of all other profiles */
export function profileNameProblem(name: string, others: readonly string[]): NameProblem | null {
  if (name === '' || name.length > LONGEST_NAME) return { code: 'name-length' };
  const namesake = others.find((other) => other.toLowerCase() === name.toLowerCase());
  if (namesake !== undefined) return { code: 'name-taken', name: namesake };
  const skeleton = skeletonOf(name);
  const lookAlike = others.find((other) => skeletonOf(other) === skeleton);
  if (lookAlike !== undefined) return { code: 'name-looks-alike', name: lookAlike };
  return isInOneScript(name) ? null : { code: 'mixed-alphabets' };
}
