import { describe, expect, it } from 'vitest';
import { checkDraft, draftOf } from '../../../../lib/domain/connection/draft.ts';

const plain = { baseUrl: 'http://prices.example/x/', headers: [], confirmedOrigin: null };

describe('a draft of the connection', () => {
  it('has settings if there are no problems', () => {
    const draft = {
      baseUrl: ' https://prices.example/x/ ',
      headers: [
        { name: 'X-Key ', value: ' v' },
        { name: '', value: '' },
      ],
      confirmedOrigin: null,
    };
    expect(checkDraft(draft).settings).toEqual({
      baseUrl: 'https://prices.example/x',
      headers: [{ name: 'X-Key', value: 'v' }],
    });
  });

  it('reports all problems at once', () => {
    const check = checkDraft({
      ...plain,
      baseUrl: 'nonsense',
      headers: [{ name: 'Cookie', value: '' }],
    });
    expect(check.settings).toBeNull();
    expect(check.problems).toEqual({
      baseUrl: expect.stringContaining('isn’t a URL'),
      confirmation: null,
      headers: [
        { name: expect.stringContaining('Cookie'), value: expect.stringContaining('value') },
      ],
    });
  });

  it('may use plain http to another computer only after confirmation', () => {
    const check = checkDraft(plain);
    expect(check.settings).toBeNull();
    expect(check.problems.confirmation).toMatch(/^Confirm this/);
    expect(check.unencryptedOrigin).toBe('http://prices.example');

    const confirmed = checkDraft({ ...plain, confirmedOrigin: check.unencryptedOrigin });
    expect(confirmed.settings?.baseUrl).toBe('http://prices.example/x');
  });

  it('does not apply a confirmation to another origin', () => {
    const confirmedOrigin = 'http://prices.example';
    for (const baseUrl of ['http://other.example', 'http://prices.example:8080']) {
      expect(checkDraft({ ...plain, baseUrl, confirmedOrigin }).settings).toBeNull();
    }
  });

  it('needs no second confirmation for stored settings', () => {
    const stored = { baseUrl: 'http://prices.example', headers: [] };
    expect(checkDraft(draftOf(stored)).settings).toEqual(stored);
  });

  it('does not count an encrypted URL of the same host as a confirmation', () => {
    const draft = draftOf({ baseUrl: 'https://prices.example', headers: [] });
    expect(checkDraft({ ...draft, baseUrl: 'http://prices.example' }).settings).toBeNull();
  });
});
