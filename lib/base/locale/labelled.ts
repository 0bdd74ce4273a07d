import { t } from './t.ts';

/** A value with its label: `BTC/USD: market closed`. */
export function labelled(what: string, value: string): string {
  return t('common.labelled', { what, value });
}
