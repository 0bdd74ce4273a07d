import { setLocale } from './locale/set-locale.ts';

setLocale('en');
