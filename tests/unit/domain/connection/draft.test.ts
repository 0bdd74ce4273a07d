import { describe, expect, it } from 'vitest';
import { checkDraft, serviceDraftOf, isSameDraft, nextKey } from '@/lib/domain/connection/draft.ts';
import { t } from '@/lib/base/locale/t.ts';

const plain = {
  name: '',
  baseUrl: 'http://prices.example/x/',
  token: '',
  headers: [],
  confirmedOrigin: null,
  secretsOrigin: null,
};

describe('a draft of a service', () => {
  it('has settings if there are no problems', () => {
    const draft = {
      name: ' Mine\n ',
      baseUrl: ' https://prices.example/x/ ',
      token: ' key-1 ',
      headers: [
        { key: 0, name: 'X-Key ', value: ' v' },
        { key: 1, name: '', value: '' },
      ],
      confirmedOrigin: null,
      secretsOrigin: null,
    };
    expect(checkDraft(draft).service).toEqual({
      name: 'Mine',
      baseUrl: 'https://prices.example/x',
      headers: [
        { name: 'Authorization', value: 'Bearer key-1' },
        { name: 'X-Key', value: 'v' },
      ],
    });
  });

  it('reports all problems at once', () => {
    const check = checkDraft({
      ...plain,
      baseUrl: 'nonsense',
      token: 'Bearer',
      headers: [{ key: 0, name: 'Cookie', value: '' }],
    });
    expect(check.service).toBeNull();
    expect(check.problems).toEqual({
      baseUrl: expect.stringContaining('isn’t a URL'),
      confirmation: null,
      token: t('headers.valueProblem.noToken'),
      headers: [
        { name: expect.stringContaining('Cookie'), value: expect.stringContaining('value') },
      ],
    });
  });

  it('does not send a token twice', () => {
    const headers = [{ key: 0, name: 'authorization', value: 'Basic eDp5' }];
    const draft = { ...plain, baseUrl: 'https://prices.example', headers };
    expect(checkDraft(draft).service?.headers).toEqual([
      { name: 'authorization', value: 'Basic eDp5' },
    ]);
    const { service, problems } = checkDraft({ ...draft, token: 'key-1' });
    expect(service).toBeNull();
    expect(problems.token).toBeNull();
    expect(problems.headers).toEqual([
      { name: t('headers.nameProblem.repeated', { name: 'authorization' }) },
    ]);
  });

  it('may use plain http to another computer only after confirmation', () => {
    const check = checkDraft(plain);
    expect(check.service).toBeNull();
    expect(check.problems.confirmation).toMatch(/^Confirm this/);
    expect(check.unencryptedOrigin).toBe('http://prices.example');

    const confirmed = checkDraft({ ...plain, confirmedOrigin: check.unencryptedOrigin });
    expect(confirmed.service?.baseUrl).toBe('http://prices.example/x');
  });

  it('does not apply a confirmation to another origin', () => {
    const confirmedOrigin = 'http://prices.example';
    for (const baseUrl of ['http://other.example', 'http://prices.example:8080']) {
      expect(checkDraft({ ...plain, baseUrl, confirmedOrigin }).service).toBeNull();
    }
  });

  it('needs no second confirmation for stored settings', () => {
    const stored = { name: '', baseUrl: 'http://prices.example', headers: [] };
    expect(checkDraft(serviceDraftOf(stored)).service).toEqual(stored);
  });

  it('does not count an encrypted URL of the same host as a confirmation', () => {
    const draft = serviceDraftOf({ name: '', baseUrl: 'https://prices.example', headers: [] });
    expect(checkDraft({ ...draft, baseUrl: 'http://prices.example' }).service).toBeNull();
  });

  it('shows a token apart from the other headers, and is stored as it was', () => {
    const headers = [
      { name: 'Authorization', value: 'Bearer key-1' },
      { name: 'X-Key', value: 'v' },
    ];
    const stored = { name: 'Mine', baseUrl: 'https://prices.example', headers };
    const draft = serviceDraftOf(stored, 4);
    expect(draft.token).toBe('key-1');
    expect(draft.headers).toEqual([{ key: 4, name: 'X-Key', value: 'v' }]);
    expect(nextKey(draft)).toBe(5);
    expect(checkDraft(draft).service).toEqual(stored);
  });
});

it('drafts differ by the name or the value of any header', () => {
  const draft = { ...plain, headers: [{ key: 0, name: 'X-Key', value: 'v' }] };
  const changed = (change: object) => ({
    ...draft,
    headers: [{ ...draft.headers[0]!, ...change }],
  });
  expect(isSameDraft(draft, changed({ key: 7 }))).toBe(true);
  expect(isSameDraft(draft, changed({ value: 'w' }))).toBe(false);
  expect(isSameDraft(draft, changed({ name: 'X-Other' }))).toBe(false);
  expect(isSameDraft(draft, { ...draft, headers: [] })).toBe(false);
});
