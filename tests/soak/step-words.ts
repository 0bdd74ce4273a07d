import type { Step } from './schedule.ts';

/** The step in words. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case 'fault':
      return `${step.fault}, ${step.seconds} s${step.killAt === null ? '' : ', worker killed'}`;
    case 'nobody-looks': {
      const mode = step.isLive ? 'Live' : 'Balanced';
      const killed = step.isKilled ? ', worker killed' : '';
      return `nobody looks (${mode}): ${step.fault}, ${step.seconds} s${killed}`;
    }
    case 'restart':
      return `browser restarted${step.fault === null ? '' : `: ${step.fault} meanwhile`}`;
    case 'edit':
      return `settings edited: ${step.what}`;
    case 'clock': {
      const by = `clock ${step.stepMs > 0 ? 'ahead' : 'back'} by ${Math.abs(step.stepMs) / 1_000} s`;
      const when = step.fault === null ? 'in a crossing' : `in a pause (${step.fault})`;
      return `${by} ${when}${step.isKilled ? ', worker killed' : ''}`;
    }
    case 'trust':
      return `signers not trusted for ${step.seconds} s, ${step.ends} ended`;
    default:
      return 'a price goes through the level of an alert';
  }
}
