import { t } from '../../../base/locale/t.ts';
import { BUILT_IN_NAMES } from './built-in-names.ts';

const BUILT_IN = new Map<string, keyof typeof BUILT_IN_NAMES>(
  (['routers', 'guardians', 'beta'] as const).map((each) => [BUILT_IN_NAMES[each], each]),
);

/**
 * Signers as the user knows them. For built-in ones, the network's name stays, and the word for its
 * signers is in the user's language. No other signers may have such a name.
 */
export function signersName(name: string): string {
  const builtIn = BUILT_IN.get(name);
  return builtIn ? t(`proof.builtIn.${builtIn}`) : name;
}
