import { describe, expect, it } from 'vitest';
import { DEFAULT_SERVICE } from '@/lib/domain/connection/default-service.ts';
import {
  followServices,
  historyInUse,
  historyToOffer,
  suggestedHistory,
} from '@/lib/domain/connection/history-services.ts';
import { PUBLIC_HISTORY_URL } from '@/lib/domain/connection/public-services.ts';

const authorization = (token: string) => [{ name: 'authorization', value: `Bearer ${token}` }];
const PUBLIC = {
  ...DEFAULT_SERVICE,
  headers: [...authorization('a'), { name: 'X-Key', value: 'k' }],
};
const OWN = { ...PUBLIC, id: 'own', baseUrl: 'https://prices.example' };
const HISTORY = { baseUrl: 'https://charts.example', headers: authorization('a') };

describe('the history service in use', () => {
  it('is that of the first price service that is not paused', () => {
    const histories = { [PUBLIC.id]: HISTORY, own: null };
    expect(historyInUse([PUBLIC, OWN], histories)).toBe(HISTORY);
    expect(historyInUse([OWN, PUBLIC], histories)).toBeNull();
    expect(historyInUse([{ ...OWN, isPaused: true }, PUBLIC], histories)).toBe(HISTORY);
    expect(historyInUse([PUBLIC], {})).toBeNull();
    expect(historyInUse([{ ...PUBLIC, isPaused: true }], histories)).toBeNull();
  });
});

describe('the suggested history service', () => {
  it('is that of the public service, with its access token and no other header', () => {
    expect(suggestedHistory(PUBLIC)).toEqual({
      baseUrl: PUBLIC_HISTORY_URL,
      headers: authorization('a'),
    });
    expect(suggestedHistory(OWN)).toBeNull();
  });

  it('is offered once, and only with a token', () => {
    expect(historyToOffer(PUBLIC, {})).not.toBeNull();
    expect(historyToOffer(PUBLIC, { [PUBLIC.id]: null })).toBeNull();
    expect(historyToOffer({ ...PUBLIC, headers: [] }, {})).toBeNull();
    expect(historyToOffer(OWN, {})).toBeNull();
  });
});

describe('after a change of the price services', () => {
  const renewed = { ...PUBLIC, headers: authorization('b') };

  it('the token that both have is replaced in both', () => {
    const after = followServices({ [PUBLIC.id]: HISTORY }, [renewed], [PUBLIC]);
    expect(after).toEqual({ [PUBLIC.id]: { ...HISTORY, headers: authorization('b') } });
  });

  it('another token stays, and so does one whose price service has none any more', () => {
    const other = { [PUBLIC.id]: { ...HISTORY, headers: authorization('c') } };
    expect(followServices(other, [renewed], [PUBLIC])).toEqual(other);
    const same = { [PUBLIC.id]: HISTORY };
    expect(followServices(same, [{ ...PUBLIC, headers: [] }], [PUBLIC])).toEqual(same);
  });

  it('that of a removed service goes, and a refusal stays', () => {
    const histories = { [PUBLIC.id]: HISTORY, own: null };
    expect(followServices(histories, [OWN], [OWN, PUBLIC])).toEqual({ own: null });
  });
});
