import { trustFingerprint } from '../signed-updates/trust-fingerprint.ts';
import { trustSettings } from './settings.ts';
import type { StoredItem } from './stored-item.ts';

/**
 * The fingerprint of the trust that is in force now. It is derived from the settings whenever it is
 * read, so that no proof can outlive the trust that it was judged under, whoever dies in between.
 */
export const trustInForce: Pick<StoredItem<string>, 'fallback' | 'getValue' | 'watch'> = {
  /** No proof has an empty fingerprint: until the trust is known, none counts. */
  fallback: '',
  getValue: async () => trustFingerprint(await trustSettings.getValue()),
  watch: (onChange) => {
    // In turn: a fingerprint that takes longer must not arrive after its successor.
    let queue = Promise.resolve();
    return trustSettings.watch((settings, settingsBefore) => {
      queue = queue.then(async () => {
        const [now, before] = await Promise.all([
          trustFingerprint(settings),
          trustFingerprint(settingsBefore),
        ]);
        if (now !== before) onChange(now, before);
      });
    });
  },
};
