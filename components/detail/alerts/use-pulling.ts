import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { conditionTitle } from '@/lib/domain/alerts/text/condition-words.ts';
import { numberText } from '@/lib/domain/alerts/text/figures.ts';
import { useEnabledShortcuts } from '../../shared/hooks/use-enabled-shortcuts.ts';
import { currentRoute, goBack, goTo } from '../../shared/route.ts';
import { pressedShortcut, ROW_SHORTCUTS } from '../../shared/shortcuts.ts';
import type { ChartProps } from '../chart/chart.tsx';
import type { ComposedAlert } from './use-composed-alert.ts';

/** What a chart shows of the alert that is being written, and what sets its level. */
export type PulledChart = Pick<
  ChartProps,
  'isComposing' | 'pulled' | 'marks' | 'onPull' | 'onHold' | 'onPulled'
>;

/** The level when the pointer took hold of it; `null` if there was none. */
type Held = Pick<ComposedAlert, 'level'>;

/** How the pointer and the keys start an alert, or set the level of the one that is being written. */
export function usePulling(id: string, alert: ComposedAlert | null) {
  const [held, setHeld] = useState<Held | null>(null);
  const [keepsPeriod, setKeepsPeriod] = useState(false);
  // The page's address changes a moment after it is set.
  const isStarting = useRef(false);
  const isComposing = alert !== null;
  useEffect(() => {
    isStarting.current = false;
    if (!isComposing) return undefined;
    return () => {
      setKeepsPeriod(false);
      setHeld(null);
      // Beside the list, the row from which the alert was opened gets the focus.
      if (currentRoute().view === 'list') return;
      // The element that had the focus is gone. Without past prices, there is no chart.
      const chart = document.querySelector<HTMLElement>('[data-part="chart"]');
      const heading = document.querySelector<HTMLElement>('[data-view="feed"] h1');
      (chart ?? heading)?.focus({ preventScroll: true });
    };
  }, [isComposing]);
  const { newAlert } = useEnabledShortcuts(ROW_SHORTCUTS);
  const start = (level: string | null): void => {
    if (isStarting.current) return;
    isStarting.current = true;
    goTo({ view: 'new-alert', id, level });
  };
  const chart: PulledChart = {
    isComposing,
    pulled: pulledOf(alert, held),
    marks: marksOf(alert),
    // While the pointer holds the level, the chart must not change.
    onPull: (level, isDragged = false) => {
      if (alert) alert.setLevel(numberText(level));
      else {
        setKeepsPeriod(isDragged);
        start(level);
      }
    },
    onHold: (isHeld) => setHeld(isHeld ? { level: alert?.level ?? null } : null),
    onPulled: (outcome) => void (outcome === 'add' ? alert?.submit() : goBack()),
  };
  return {
    chart,
    /** Whether the pointer holds the level. */
    isHeld: held !== null,
    keepsPeriod,
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      const isTyping = event.target instanceof HTMLInputElement;
      if (alert || isTyping || event.defaultPrevented) return;
      if (pressedShortcut(event, { newAlert }) !== 'newAlert') return;
      event.preventDefault();
      start(null);
    },
  };
}

function pulledOf(alert: ComposedAlert | null, held: Held | null): ChartProps['pulled'] {
  if (!alert?.described || alert.level === null) return null;
  // The chart must not move while the user holds a level.
  const { level: shown } = held ?? alert;
  const condition = conditionTitle(alert.described.trigger, alert.subject.style);
  return { level: alert.level, condition, shown };
}

/** When the alert would have triggered. A one-time alert gets marks too, as if it repeated. */
function marksOf(alert: ComposedAlert | null): ChartProps['marks'] {
  const { rehearsed, isLate } = alert?.rehearsing ?? {};
  if (!rehearsed || isLate) return [];
  const { trigger, repeat } = rehearsed.rule;
  return (rehearsed.result?.times ?? []).map((time, index) => ({
    time,
    isLater: repeat.mode === 'once' && index > 0,
    isOnPrice: trigger.kind !== 'crosses',
  }));
}
