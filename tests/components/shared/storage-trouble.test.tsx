import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { StorageTrouble } from '@/components/shared/storage-trouble.tsx';
import { NewerVersionError, StorageWriteError } from '@/lib/storage/storage-write-error.ts';

/** Dispatches the event that a browser sends for an unhandled promise rejection. */
function reject(reason: Error): Event {
  const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });
  act(() => void window.dispatchEvent(event));
  return event;
}

it('reports a change that could not be stored until the user dismisses the message', async () => {
  render(<StorageTrouble />);
  expect(screen.queryByRole('alert')).toBeNull();
  const event = reject(new StorageWriteError('watchlist could not be stored.'));
  expect(screen.getByRole('alert')).toHaveTextContent(/storage may be full.*try again/);
  expect(event.defaultPrevented).toBe(true);

  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('reports a value of a newer version that was not overwritten', () => {
  render(<StorageTrouble />);
  reject(new NewerVersionError('watchlist is of a newer version.'));
  expect(screen.getByRole('alert')).toHaveTextContent(/newer version .* Update Pricelight/);
});

it('leaves other errors to the console', () => {
  render(<StorageTrouble />);
  const event = reject(new Error('A fault in the page'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(event.defaultPrevented).toBe(false);
});
