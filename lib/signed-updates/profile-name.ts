import { plainText } from '../text/plain-text.ts';
import { mixedAlphabet, skeletonOf } from './look-alikes.ts';

const LONGEST_NAME = 60;
/** Characters after this many are ignored. */
const LONGEST_READ = 1_000;

/**
 * Normalizes a profile name for display: one line, one form of each letter (Unicode's NFKC), no
 * invisible characters. Joiners are removed too, so that no two names differ only invisibly.
 */
export function fitProfileName(name: string): string {
  return plainText(name.slice(0, LONGEST_READ).normalize('NFKC'), LONGEST_READ);
}

/**
 * Checks a profile name. Returns the problem as a sentence for the user, or `null` if the name is
 * acceptable.
 *
 * @param name normalized by `fitProfileName`
 * @param others the names of all other profiles
 */
export function profileNameProblem(name: string, others: readonly string[]): string | null {
  if (name === '' || name.length > LONGEST_NAME) {
    return `A name of 1 to ${LONGEST_NAME} characters is needed.`;
  }
  const namesake = others.find((other) => other.toLowerCase() === name.toLowerCase());
  if (namesake !== undefined) return `Other signers are called ${namesake}.`;
  const skeleton = skeletonOf(name);
  const lookAlike = others.find((other) => skeletonOf(other) === skeleton);
  if (lookAlike !== undefined) {
    return `This name looks like “${lookAlike}”, the name of other signers. Choose a different one.`;
  }
  const alphabet = mixedAlphabet(name);
  return alphabet === null
    ? null
    : `A name cannot mix Latin and ${alphabet} letters, because they look alike. Use one alphabet.`;
}
