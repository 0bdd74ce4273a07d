import type { Bench } from './bench-kind.ts';
import { leanBytes } from './lean-bytes.ts';
import { searchKeystroke } from './search.ts';
import { sizes } from './sizes.ts';
import { verification } from './verify.ts';
import { workerCpu } from './worker-cpu.ts';

/** All benches, the short ones first. */
export const BENCHES: readonly Bench[] = [
  sizes,
  workerCpu,
  verification,
  leanBytes,
  searchKeystroke,
];
