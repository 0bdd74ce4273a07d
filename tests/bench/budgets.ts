import type { Budget } from './verdict.ts';

/** The budget of each row, by its name. Rows without a budget are only reported. */
export const BUDGETS: Readonly<Record<string, Budget>> = {
  'size-worker': atMost(287, 'figure'),
  'size-popup': atMost(135, 'figure'),
  'popup-load-20': atMost(1.5, 'ratio'),
  'popup-load-1000': atMost(1.3, 'ratio'),
  'popup-load-services': atMost(1.03, 'ratio'),
  'popup-load-holdings': atMost(1.1, 'ratio'),
  'popup-load-other-20': atMost(0.85, 'ratio'),
  'popup-load-other-200': atMost(0.7, 'ratio'),
  'stream-paint-20': atMost(2.8, 'ratio'),
  'worker-cpu-100': atMost(12, 'ratio'),
  'worker-minute-cpu': atMost(0.3, 'figure'),
  'worker-minute-session': atMost(200, 'figure'),
  'worker-minute-disk': atMost(10, 'figure'),
  'worker-wake-warm-badge': atMost(35, 'figure'),
  'worker-wake-cold-badge': atMost(55, 'figure'),
  'search-keystroke': atMost(8, 'figure'),
  'search-scroll': atLeast(55, 'figure'),
  'frames-500': atLeast(55, 'figure'),
  'data-day-balanced': atMost(20, 'figure'),
  'lean-bytes': atMost(0.45, 'ratio'),
  'memory-20': atMost(5, 'figure'),
  'memory-500': atMost(5, 'figure'),
  'alert-delay': atMost(100, 'figure'),
  'turn-catalogue': atMost(100, 'figure'),
  'turn-prices': atMost(100, 'figure'),
  'turn-judge-unproven': atMost(100, 'figure'),
  'turn-judge-paths': atMost(100, 'figure'),
  'turn-judge-caps': atMost(100, 'figure'),
  'turn-judge-replay-3': atMost(100, 'figure'),
  'turn-judge-replay-13': atMost(100, 'figure'),
  'candle-lines-20': atMost(2_000, 'figure'),
  'candle-year': atMost(500, 'figure'),
  'rehearsal-30d': atMost(100, 'figure'),
  'rehearsal-turn': atMost(8, 'figure'),
  'candle-frames': atLeast(55, 'figure'),
  'frames-hostile': atLeast(55, 'figure'),
};

function atMost(limit: number, of: Budget['of']): Budget {
  return { of, kind: 'at most', limit };
}

function atLeast(limit: number, of: Budget['of']): Budget {
  return { of, kind: 'at least', limit };
}
