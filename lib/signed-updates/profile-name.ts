import { plainText } from '../text/plain-text.ts';
import { mixedAlphabet, skeletonOf } from './look-alikes.ts';

const LONGEST_NAME = 60;
/** Characters that are read of a name at all. */
const LONGEST_READ = 1_000;

/**
 * A profile's name as it is shown: one line, one form of each letter (Unicode's NFKC), nothing
 * invisible. Joiners go too: two names must not differ by what nobody sees.
 */
export function fitProfileName(name: string): string {
  return plainText(name.slice(0, LONGEST_READ).normalize('NFKC'), LONGEST_READ);
}

/**
 * Why a profile cannot have this name, as a sentence; `null`: it can.
 *
 * @param name as `fitProfileName` gives it
 * @param others the names of all other profiles
 */
export function profileNameProblem(name: string, others: readonly string[]): string | null {
  if (name === '' || name.length > LONGEST_NAME) {
    return `A name of 1 to ${LONGEST_NAME} characters is needed.`;
  }
  const namesake = others.find((other) => other.toLowerCase() === name.toLowerCase());
  if (namesake !== undefined) return `Other signers are called ${namesake}.`;
  const skeleton = skeletonOf(name);
  const double = others.find((other) => skeletonOf(other) === skeleton);
  if (double !== undefined) {
    return `This name looks like “${double}”, the name of other signers. Choose a different one.`;
  }
  const alphabet = mixedAlphabet(name);
  return alphabet === null
    ? null
    : `A name cannot mix Latin and ${alphabet} letters, because they look alike. Use one alphabet.`;
}
