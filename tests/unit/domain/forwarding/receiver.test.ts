import { expect, it } from 'vitest';
import {
  addressProblem,
  isUnencrypted,
  NO_RECEIVER,
  type ReceiverKind,
} from '@/lib/domain/forwarding/receiver.ts';

it.each<[ReceiverKind, string, string | null]>([
  ['json', 'https://own.example/hook?token=x', null],
  ['json', '', 'invalid'],
  ['json', 'own.example/hook', 'invalid'],
  ['json', 'javascript:alert(1)', 'invalid'],
  ['json', 'ftp://own.example', 'invalid'],
  ['json', 'https://ann:pw@own.example/', 'credentials'],
  ['ntfy', 'https://ntfy.sh/topic', null],
  ['ntfy', 'https://ntfy.sh/', 'invalid'],
  ['telegram', 'https://api.telegram.org/bot1:x/sendMessage', 'chat'],
])('an address of %s: %s', (kind, address, problem) => {
  expect(addressProblem({ ...NO_RECEIVER, kind, address })).toBe(problem);
});

it.each([
  ['https://own.example', false],
  ['http://own.example', true],
  ['http://127.0.0.1:8080/x', false],
  ['http://localhost/x', false],
  ['http://', false],
])('%s is unencrypted: %s', (address, expected) => {
  expect(isUnencrypted(address)).toBe(expected);
});
