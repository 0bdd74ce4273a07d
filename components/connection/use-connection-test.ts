import { useEffect, useRef, useState } from 'react';
import { testConnection } from '@/lib/pages/connection/test-connection.ts';
import { serviceKey } from '@/lib/domain/connection/service-list.ts';
import { describeTest, type TestReport } from '@/lib/pages/connection/test-words.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import type { ConnectionSettings } from '@/lib/domain/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';

export type TestState =
  | { phase: 'idle' | 'refused' | 'running' | 'broken' }
  | { phase: 'done'; report: TestReport };

export type ConnectionTestControl = ReturnType<typeof useConnectionTest>;

type Probe = (settings: ConnectionSettings, signal: AbortSignal) => Promise<TestReport>;

const IDLE: TestState = { phase: 'idle' };

/**
 * Editing the form hides the result and aborts a running test. @param settings `null`: not valid
 */
export function useConnectionTest(settings: ConnectionSettings | null, probe: Probe = test) {
  const subject = settings && serviceKey(settings);
  const [known, setKnown] = useState({ subject, state: IDLE });
  const running = useRef<{ subject: string; controller: AbortController }>(null);

  useEffect(
    () => () => {
      if (running.current?.subject === subject) running.current.controller.abort();
    },
    [subject],
  );

  /** Returns `null` if there is no result, for example after a change of the settings. */
  async function run(tested: ConnectionSettings): Promise<TestReport | null> {
    running.current?.controller.abort();
    const controller = new AbortController();
    const current = { subject: serviceKey(tested), controller };
    running.current = current;
    const show = (state: TestState) => {
      if (running.current === current) setKnown({ subject: current.subject, state });
    };
    show({ phase: 'running' });
    try {
      const { signal } = controller;
      const report = await probe(tested, signal);
      show({ phase: 'done', report });
      return running.current === current ? report : null;
    } catch {
      show(controller.signal.aborted ? IDLE : { phase: 'broken' });
      return null;
    }
  }

  return {
    state: known.subject === subject ? known.state : IDLE,
    run,
    /** Call this if the form is not valid. */
    refuse: () => {
      running.current?.controller.abort();
      running.current = null;
      setKnown({ subject, state: { phase: 'refused' } });
    },
  };
}

async function test(settings: ConnectionSettings, signal: AbortSignal): Promise<TestReport> {
  const [services, ids] = await Promise.all([priceServices.getValue(), watchlist.getValue()]);
  const isFollowed = services.some(({ baseUrl }) => baseUrl === settings.baseUrl);
  return describeTest(await testConnection(settings, { isFollowed, watchlist: ids, signal }));
}
