import { browser } from 'wxt/browser';
import { followedFeeds } from '../storage/catalogue.ts';
import { connectionState, refreshRequestedAt } from '../storage/connection.ts';
import {
  appearance,
  backgroundUpdates,
  connectionSettings,
  signatures,
  staleLimitSeconds,
  trustSettings,
} from '../storage/settings.ts';
import { badgeFeedId, watchlist } from '../storage/watchlist.ts';
import { isMarketOpen } from '../prices/market-schedule.ts';
import { parseSchedule } from '../prices/schedule-grammar.ts';
import { createJudge } from './judge.ts';
import { keep } from './kept.ts';
import { watchPresence } from './presence.ts';
import { createPriceIntake } from './price-intake.ts';
import { forgetRequests } from './request-budget.ts';
import { createSupervisor } from './supervisor.ts';
import { createToolbar } from './toolbar.ts';
import { toolbarView } from './toolbar-view.ts';

const FLOOR_ALARM = 'floor';
const FLOOR_MINUTES = 0.5;

// Several updates within a moment show as one.
const TOOLBAR_DELAY_MS = 50;

/**
 * Starts the background: to be called in the worker's first turn, at every start. All listeners
 * are registered before the first await, so that the event that woke the worker is not lost.
 */
export function startBackground(): void {
  const kept = {
    watchlist: keep(watchlist, showToolbar),
    badgeFeedId: keep(badgeFeedId, showToolbar),
    followedFeeds: keep(followedFeeds, showToolbar),
    staleLimitSeconds: keep(staleLimitSeconds, showToolbar),
    appearance: keep(appearance, showToolbar),
    connectionState: keep(connectionState, showToolbar),
    signatures: keep(signatures, showToolbar),
    trust: keep(trustSettings, () => judge.trust(kept.trust.current)),
  };
  let toolbarTimer: ReturnType<typeof setTimeout> | undefined;
  const loaded = Promise.all(Object.values(kept).map((item) => item.loaded));
  const toolbar = createToolbar();
  const presence = watchPresence(() => void supervisor.look('presence'));
  const intake = createPriceIntake(showToolbar);
  const judge = createJudge((key, atMs) => void noteSetInUse(key, atMs));
  void kept.trust.loaded.then(() => judge.trust(kept.trust.current));
  const supervisor = createSupervisor({
    presence,
    intake,
    takeUpdate: async (update) => {
      await loaded;
      await intake.take(judge.judge(update, kept.signatures.current), Date.now());
    },
    isAnyMarketOpen: (ids) =>
      ids.some((id) => isMarketOpen(parseSchedule(kept.followedFeeds.current[id]), Date.now())),
  });

  watchlist.watch(() => void supervisor.look('settings'));
  backgroundUpdates.watch(() => void supervisor.look('settings'));
  refreshRequestedAt.watch(() => void supervisor.look('refresh'));
  connectionSettings.watch((now, before) => void connect(now.baseUrl !== before.baseUrl));
  // Access that was just granted is used at once.
  browser.permissions.onAdded.addListener(() => void supervisor.look('refresh'));
  browser.runtime.onStartup.addListener(() => void supervisor.look('start'));
  browser.runtime.onInstalled.addListener(() => void supervisor.look('start'));
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === FLOOR_ALARM) void beat();
  });
  globalThis.addEventListener('online', () => void supervisor.look('retry'));

  void ensureFloorAlarm();
  void supervisor.look('start').then(showToolbar);

  async function connect(isOtherService: boolean): Promise<void> {
    // Another service's figures say nothing about the order of this one's updates.
    if (isOtherService) await Promise.all([intake.forget(), forgetRequests()]);
    await supervisor.look('connection');
  }

  /** The floor under everything: badge and prices stay right with alarms alone. */
  async function beat(): Promise<void> {
    await supervisor.look('alarm');
    await intake.saveLastKnown();
    showToolbar();
  }

  function showToolbar(): void {
    toolbarTimer ??= setTimeout(() => {
      toolbarTimer = undefined;
      void loaded.then(() => toolbar.show(toolbarView(kept, intake, Date.now())));
    }, TOOLBAR_DELAY_MS);
  }
}

async function noteSetInUse(key: string, atMs: number): Promise<void> {
  await trustSettings.update((trust) => ({
    ...trust,
    setsInUse: { [key]: atMs, ...trust.setsInUse },
  }));
}

// Created anew only where it is missing: creating it again at each start would put it off.
async function ensureFloorAlarm(): Promise<void> {
  const alarm = await browser.alarms.get(FLOOR_ALARM);
  if (alarm?.periodInMinutes !== FLOOR_MINUTES) {
    await browser.alarms.create(FLOOR_ALARM, { periodInMinutes: FLOOR_MINUTES });
  }
}
