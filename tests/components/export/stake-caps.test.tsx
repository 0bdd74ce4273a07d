import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { storeAnswer, watchQuestions } from '@/lib/pages/inquiries.ts';
import type { AnsweredStakeCaps, AnswerProblem, StoredAnswer } from '@/lib/pages/questions.ts';
import { openOptions, press, statusNamed } from '../options/support.tsx';

const BEYOND_DOUBLE = '9007199254740993';
const VERIFIED: Omit<AnsweredStakeCaps, 'caps'> = {
  publishTime: 1_795_245_615,
  proof: {
    state: 'verified',
    signerCount: 3,
    setSize: 5,
    profileName: 'My service',
    isBuiltIn: true,
    trust: '',
  },
};
const CAPS = [
  { publisher: 'bbb', cap: '3' },
  { publisher: 'aaa', cap: BEYOND_DOUBLE },
  { publisher: 'ccc', cap: '5' },
];

function serviceProblem(code: 'token-needed' | 'unreachable'): AnswerProblem {
  return { code: 'service', reason: { code }, retryInSeconds: null };
}

type Reply = StoredAnswer<'stake-caps'>;

/** Answers each question as the background would, with the next reply; the last reply repeats. */
function answerWith(...replies: [Reply, ...Reply[]]): void {
  watchQuestions((id) => {
    const reply = replies.length > 1 ? replies.shift()! : replies[0];
    void storeAnswer(id, reply);
  });
}

function ok(part: Partial<AnsweredStakeCaps>): Reply {
  return { ok: true, answer: { caps: CAPS, ...VERIFIED, ...part } };
}

const UNCHECKED: Reply = { ok: true, answer: { caps: CAPS, publishTime: null } };

async function openCaps(): Promise<UserEvent> {
  const user = await openOptions('stake-caps');
  await press(user, t('common.refreshButton'));
  return user;
}

function publishers(): (string | null)[] {
  return within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent ?? null);
}

describe('publisher stake caps', () => {
  it('are shown exactly, with their proof', async () => {
    answerWith(ok({}));
    await openCaps();
    const table = await screen.findByRole('table');
    const [, first] = within(table).getAllByRole('row');
    expect(first!.querySelector('data')).toHaveAttribute('value', BEYOND_DOUBLE);
    expect(first).toHaveTextContent('9,007,199,254,740,993');
    expect(
      screen.getByRole('img', { name: 'Verified: 3 of 5 signers · My service' }),
    ).toBeInTheDocument();
  });

  it('are listed from the largest to the smallest', async () => {
    answerWith(ok({}));
    await openCaps();
    await screen.findByRole('table');
    expect(publishers()).toEqual(['aaa', 'ccc', 'bbb']);
  });

  it.each<[string, Reply, RegExp]>([
    ['are missing', ok({ caps: null }), /^The price service returned no stake caps\.$/],
    ['are an empty list', ok({ caps: [] }), /returned no stake caps/],
    ['were not checked', UNCHECKED, /Signature checks are off/],
    [
      'failed verification',
      ok({ failure: { code: 'caps-mismatch', publisherCount: 1 } }),
      /^The service’s stake caps don’t match the signed ones/,
    ],
  ])('are explained if they %s', async (_, reply, words) => {
    answerWith(reply);
    await openCaps();
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it('give way to the reason if the next request fails, and come back', async () => {
    answerWith({ ok: false, reason: serviceProblem('token-needed') }, ok({}), {
      ok: false,
      reason: serviceProblem('unreachable'),
    });
    const user = await openCaps();
    await waitFor(() =>
      expect(statusNamed(t('stakeCaps.title'))).toHaveTextContent('needs an access token'),
    );
    await press(user, t('common.refreshButton'));
    await screen.findByRole('table');
    expect(statusNamed(t('stakeCaps.title'))).toBeEmptyDOMElement();
    await press(user, t('common.refreshButton'));
    await waitFor(() =>
      expect(statusNamed(t('stakeCaps.title'))).toHaveTextContent(
        'Can’t reach the price service. Try again.',
      ),
    );
  });
});
