import { t } from '../../../base/locale/t.ts';
import { BUILT_IN_NAMES } from './built-in-names.ts';

const BUILT_IN = new Map<string, keyof typeof BUILT_IN_NAMES>(
  (['routers', 'guardians', 'beta'] as const).map((each) => [BUILT_IN_NAMES[each], each]),
);

/**
 * How the user knows signers. Of the built-in ones, the network's own name stays, and what it calls
 * its signers is in the user's language. Nobody else may have such a name.
 */
export function signersName(name: string): string {
  const builtIn = BUILT_IN.get(name);
  return builtIn ? t(`proof.builtIn.${builtIn}`) : name;
}
