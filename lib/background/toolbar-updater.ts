import { advanceBadge } from './badge-turns.ts';
import type { PriceIntake } from './intake/price-intake.ts';
import { toolbarView, type ToolbarSettings } from './toolbar-view.ts';
import { createToolbar } from './toolbar.ts';

// Updates in quick succession are shown together.
const DELAY_MS = 50;

interface ToolbarUpdaterOptions {
  settings: ToolbarSettings;
  intake: PriceIntake;
  /** Resolves when `settings` have their stored values. */
  loaded: Promise<unknown>;
}

/** Shows the current state in the toolbar, a moment after each call. */
export function createToolbarUpdater({ settings, intake, loaded }: ToolbarUpdaterOptions) {
  const toolbar = createToolbar();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showSoon = (delayMs: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void loaded.then(async () => {
        await toolbar.show(toolbarView(settings, intake, Date.now()));
        await advanceBadge(settings, Date.now());
      });
    }, delayMs);
  };
  return {
    refresh: () => showSoon(DELAY_MS),
    /** Shows what an earlier worker stored, in the next task: the first request goes before it. */
    showStored: () => showSoon(0),
  };
}
