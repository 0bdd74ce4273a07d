import { describe, expect, it } from 'vitest';
import { inOrder, messagePattern, messageWithin } from '../../../tools/message-pattern.ts';

describe('the pattern of a message', () => {
  it('matches it with any values, and nothing else', () => {
    expect('Next attempt in 5 s.').toMatch(messagePattern('footer.retryIn'));
    expect('Retrying in ').not.toMatch(messagePattern('footer.retryIn'));
    expect('Live · Next attempt in 5 s.').not.toMatch(messagePattern('footer.retryIn'));
    expect('Live · Next attempt in 5 s.').toMatch(messageWithin('footer.retryIn'));
  });

  it('matches only the known values', () => {
    const pattern = messagePattern('proof.quorumOfSet', { quorum: '3', size: /\d/ });
    expect('3 of 5').toMatch(pattern);
    expect('2 of 5').not.toMatch(pattern);
    expect('3 of many').not.toMatch(pattern);
  });

  it('has the plural form of a known count, otherwise every form', () => {
    expect('1 feed').toMatch(messagePattern('feed.count', { count: 1 }));
    expect('1 feeds').not.toMatch(messagePattern('feed.count', { count: 1 }));
    expect('2,940 feeds').toMatch(messagePattern('feed.count', { count: 2_940 }));
    expect('1 feed').toMatch(messagePattern('feed.count'));
    expect('2 feeds').toMatch(messagePattern('feed.count'));
  });

  it('contains the whole pattern of another message', () => {
    const reason = messagePattern('verification.notCovered');
    expect('Failed verification: A message in the update isn’t covered by its signatures.').toMatch(
      messagePattern('row.mark.failed', { reason }),
    );
    expect('Failed verification: The signature of signer 1 is wrong.').not.toMatch(
      messagePattern('row.mark.failed', { reason }),
    );
  });

  it('of several texts requires their order', () => {
    expect('Groups + Added: A').toMatch(inOrder('Groups', messageWithin('backup.review.added')));
    expect('Added: A, Groups').not.toMatch(inOrder('Groups', 'Added'));
  });
});
