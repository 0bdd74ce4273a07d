import { advanceBadge } from './badge-turns.ts';
import type { PriceIntake } from '../intake/price-intake.ts';
import { toolbarView, type ToolbarSettings } from './toolbar-view.ts';
import { createToolbar } from './toolbar.ts';

// Updates in quick succession are shown together.
const DELAY_MS = 50;

interface ToolbarUpdaterOptions {
  settings: ToolbarSettings;
  intake: PriceIntake;
  /** Whether nothing is requested until a page opens. */
  isAsleep: () => boolean;
  /** Resolves when `settings` have their stored values. */
  loaded: Promise<unknown>;
}

/** Shows the current state in the toolbar, a moment after each call. */
export function createToolbarUpdater(options: ToolbarUpdaterOptions) {
  const { settings, intake, loaded, isAsleep } = options;
  const toolbar = createToolbar();
  const first = Promise.withResolvers<void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = async (): Promise<void> => {
    timer = undefined;
    await loaded;
    await toolbar.show(toolbarView(settings, intake, Date.now(), isAsleep()));
    await advanceBadge(settings, Date.now());
  };
  return {
    refresh: () => {
      timer ??= setTimeout(() => void show(), DELAY_MS);
    },
    /** Shows stored prices in the next task, so that the first request goes first. */
    showStored: () => {
      clearTimeout(timer);
      timer = setTimeout(() => void show().finally(first.resolve), 0);
    },
    /** Resolves after `showStored` has updated the toolbar or failed. */
    shown: first.promise,
  };
}
