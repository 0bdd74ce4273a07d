import { formatCount } from '../../../base/locale/format.ts';
import { t } from '../../../base/locale/t.ts';
import { MAX_ALERTS, MAX_ALERTS_PER_FEED } from '../model/rule-changes.ts';

export function alertRefusalWords(refusal: 'gone' | 'tooMany' | 'tooManyOnFeed'): string {
  switch (refusal) {
    case 'gone':
      return t('alerts.refusal.gone');
    case 'tooMany':
      return t('alerts.refusal.tooMany', { limit: formatCount(MAX_ALERTS) });
    default:
      return t('alerts.refusal.tooManyOnFeed', { limit: formatCount(MAX_ALERTS_PER_FEED) });
  }
}
