import { currencyLabel } from '../../currency/currencies.ts';
import { formatDuration } from '../../../base/locale/format-duration.ts';
import { t } from '../../../base/locale/t.ts';
import {
  toMilliseconds,
  type FeedId,
  type UnixMilliseconds,
  type UnixSeconds,
} from '../../../base/units.ts';
import type { WaitsFor } from '../engine/worth-check.ts';

interface Knowledge {
  readonly nameOf: (feedId: FeedId) => string;
  readonly publishTimeOf: (feedId: FeedId) => UnixSeconds | undefined;
  readonly currency: string;
  /** Corrected time. */
  readonly now: UnixMilliseconds;
}

/** Why a calculated figure does not count now, with the feed to blame. */
export function waitsForWords({ why, at }: WaitsFor, knowledge: Knowledge): string {
  const { nameOf, publishTimeOf, currency, now } = knowledge;
  const name = nameOf(at);
  switch (why) {
    case 'closed':
    case 'failed':
      return t(`alertState.waitsFor.${why}`, { name });
    case 'stale': {
      const publishTime = publishTimeOf(at);
      if (publishTime === undefined) return t('alertState.waitsFor.price', { name });
      const age = formatDuration(wholeUnits((now - toMilliseconds(publishTime)) / 1_000), 'long');
      return t('alertState.waitsFor.stale', { name, age });
    }
    case 'no-route':
      return t('alertState.waitsFor.rate', { name, currency: currencyLabel(currency) });
    default:
      return t('alertState.waitsFor.price', { name });
  }
}

/** `3 hours`, not `3 hours 12 minutes`. */
function wholeUnits(seconds: number): number {
  const unit = [86_400, 3_600, 60].find((each) => seconds >= each) ?? 1;
  return Math.max(0, Math.floor(seconds / unit) * unit);
}
