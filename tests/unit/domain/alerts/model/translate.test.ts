import { expect, it } from 'vitest';
import { translateFiring } from '@/lib/domain/alerts/model/translate.ts';

it.each([null, 'text', {}, { id: 'a', what: 'damaged' }])(
  'a damaged firing, %o, is left to the schema, so that the others stay',
  (damaged) => expect(translateFiring(damaged)).toEqual(damaged),
);
