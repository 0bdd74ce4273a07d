import { describe, expect, it } from 'vitest';
import * as services from '@/lib/domain/connection/service-list.ts';
import { allSecrets } from '@/lib/domain/connection/secrets.ts';
import { MAX_SERVICES } from '@/lib/base/limits.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { serviceWith } from './services.ts';

const A = serviceWith({ id: 'a', baseUrl: 'https://a.example/key-a' });
const B = serviceWith({ id: 'b', baseUrl: 'https://b.example', name: 'Backup' });
const C = serviceWith({ id: 'c', baseUrl: 'https://c.example' });
const LIST = [A, B, C];

const FULL = Array.from({ length: MAX_SERVICES }, (_, n) => serviceWith({ id: `s${n}` }));

function ids(list: services.ServiceList): string {
  return list.map(({ id }) => id).join('');
}

describe('a list of price services', () => {
  it('gets new services at its end, up to the limit, and none twice', () => {
    const entered = { name: ' D\n ', baseUrl: 'https://d.example', headers: [] };
    const added = services.newService(entered);
    expect(services.addService(LIST, added).at(-1)).toMatchObject({ name: 'D', isPaused: false });
    expect(added.id).toMatch(/^[\da-f-]{36}$/);
    expect(services.addService(LIST, A)).toEqual(LIST);
    expect(services.isFull(FULL)).toBe(true);
    expect(services.addService(FULL, added)).toEqual(FULL);
  });

  it.each([
    ['a', 1, 'bac'],
    ['a', 9, 'bca'],
    ['c', 0, 'cab'],
    ['c', -5, 'cab'],
    ['x', 0, 'abc'],
  ])('moves %s to %d', (id, index, order) => {
    expect(ids(services.moveService(LIST, id, index))).toBe(order);
  });

  it('puts a removed service back where it was', () => {
    const removed = services.removedService(LIST, 'b');
    const others = services.removeService(LIST, 'b');
    expect(ids(others)).toBe('ac');
    expect(removed && services.restoreService(others, removed)).toEqual(LIST);
    expect(removed && services.restoreService(LIST, removed)).toEqual(LIST);
    expect(services.removedService(LIST, 'x')).toBeNull();
  });

  it('never becomes empty', () => {
    expect(services.removeService([A], 'a')).toEqual([A]);
  });

  it('forgets the consent to unverified prices with the base URL that it was for', () => {
    const agreed = services.updateService(LIST, 'a', { mayMixUnverified: true });
    const renamed = services.updateService(agreed, 'a', { name: 'New' });
    expect(renamed[0]).toMatchObject({ name: 'New', mayMixUnverified: true });
    const moved = services.updateService(renamed, 'a', { baseUrl: 'https://other.example' });
    expect(moved[0]).toMatchObject({ name: 'New', mayMixUnverified: false });
    expect(moved.slice(1)).toEqual([B, C]);
  });

  it('is used from its first service that is not paused', () => {
    const paused = services.updateService(LIST, 'a', { isPaused: true });
    expect(services.preferredService(paused)).toEqual(B);
    expect(services.preferredService(paused.slice(0, 1))).toBeNull();
  });

  it('shows a name, or else only the host', () => {
    expect(LIST.map(services.serviceName)).toEqual(['a.example', 'Backup', 'c.example']);
  });
});

describe('stored price services', () => {
  const parse = (list: readonly unknown[]) => priceServices.parse({ $version: 2, value: list });

  it('lose only the damaged ones', () => {
    const damaged = { ...B, headers: [{ name: 'X', value: 'a\nb' }] };
    expect(parse([A, damaged, 5, C])).toEqual([A, C]);
    expect(parse([{ ...A, baseUrl: 'javascript:1' }])).toEqual(priceServices.fallback);
    expect(parse([])).toEqual(priceServices.fallback);
  });

  it('have unique ids and a limit', () => {
    expect(parse([A, { ...B, id: 'a' }, C])).toEqual([A, C]);
    expect(parse([...FULL, A])).toEqual(FULL);
  });

  it('keep the secrets of all of them secret', () => {
    const headers = [{ name: 'Authorization', value: 'Bearer s3cret' }];
    expect(allSecrets([A, { ...B, headers }])).toEqual(['key-a', 'Bearer s3cret', 's3cret']);
  });
});
