import { alertDelay } from './alert-delay.ts';
import type { Bench } from './bench-kind.ts';
import { candles } from './candles.ts';
import { clients } from './client.ts';
import { closedPopup } from './closed-popup.ts';
import { framesHostile } from './frames-hostile.ts';
import { frames, searchScroll } from './frames.ts';
import { growth } from './growth.ts';
import { judgeTurns } from './judge-turns.ts';
import { leanBytes } from './lean-bytes.ts';
import { memory } from './memory.ts';
import { pageLoad } from './page-load.ts';
import { popupLoadHoldings } from './popup-load-holdings.ts';
import { popupLoadLong } from './popup-load-long.ts';
import { popupLoadOther } from './popup-load-other.ts';
import { popupLoadServices } from './popup-load-services.ts';
import { popupLoadVanilla } from './popup-load-vanilla.ts';
import { searchKeystroke } from './search.ts';
import { rehearsal } from './rehearsal.ts';
import { sizes } from './sizes.ts';
import { streamPaint } from './stream-paint.ts';
import { turns } from './turns.ts';
import { verification } from './verify.ts';
import { workerCpu } from './worker-cpu.ts';
import { workerMinute } from './worker-minute.ts';
import { workerWake } from './worker-wake.ts';

/** All benches, shortest first. */
export const BENCHES: readonly Bench[] = [
  sizes,
  workerCpu,
  verification,
  turns,
  judgeTurns,
  leanBytes,
  searchKeystroke,
  rehearsal,
  clients,
  searchScroll,
  candles,
  pageLoad,
  popupLoadServices,
  popupLoadHoldings,
  popupLoadLong,
  popupLoadVanilla,
  popupLoadOther,
  streamPaint,
  alertDelay,
  workerWake,
  frames,
  framesHostile,
  growth,
  workerMinute,
  closedPopup,
  memory,
];
