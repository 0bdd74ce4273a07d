import { readLocale } from '../tools/locale-texts.ts';
import { setLocale } from './base/locale/set-locale.ts';

setLocale(readLocale('en'), 'en');
