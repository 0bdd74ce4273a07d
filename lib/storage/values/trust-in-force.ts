import { trustFingerprint } from '../../domain/signed-updates/trust/trust-fingerprint.ts';
import { trustSettings } from './settings.ts';
import type { StoredItem } from '../stored.ts';

/** The trust's fingerprint. Derived on each read, so that no proof outlives its trust. */
export const trustInForce: Pick<StoredItem<string>, 'fallback' | 'getValue' | 'watch'> = {
  /** Matches no proof, so that no proof counts until the trust is known. */
  fallback: '',
  getValue: async () => trustFingerprint(await trustSettings.getValue()),
  watch: (onChange) => {
    // A slow fingerprint must not arrive after its successor.
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
