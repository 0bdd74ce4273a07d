import type { Signatures } from '../../domain/settings.ts';
import type { Parts } from './parts.ts';

/** Call this when the user changes whether signatures are checked or required. */
export async function changeSignatureMode(
  parts: Parts,
  mode: Signatures,
  before: Signatures,
): Promise<void> {
  const { answering, intake, toolbar } = parts;
  if (mode === 'off' || before === 'off') {
    answering.forgetUpdates();
    await (mode === 'off' ? intake.dropVerdicts() : intake.dropUnchecked());
    toolbar.refresh();
  }
  await recheck(parts, before === 'off');
}

/** Call this when the trusted signers change, by the user or a signer set upgrade. */
export async function onTrustChanged(parts: Parts): Promise<void> {
  const { answering, clock, intake, settings, toolbar } = parts;
  answering.forgetUpdates();
  clock.resetSigners();
  await intake.setTrust(settings.trust.current);
  toolbar.refresh();
  await recheck(parts);
}

/** @param wasOff signatures were not checked before */
async function recheck({ lean, connection, history }: Parts, wasOff = false): Promise<void> {
  await lean.reset();
  await connection.update('settings');
  await history.recheckProofs(wasOff);
}
