import { render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { OptionsPage } from '@/components/options/options-page.tsx';
import { useStored } from '@/components/shared/hooks/use-stored.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';

/** Opens the page with the currently stored values. */
export async function openOptions(hash = ''): Promise<UserEvent> {
  window.location.hash = hash;
  // Read first, as the page's entry point does, so that values from earlier tests are gone.
  const stored = await priceServices.getValue();
  const { result } = renderHook(() => useStored(priceServices));
  await waitFor(() => expect(result.current).toEqual(stored));
  render(<OptionsPage />);
  return userEvent.setup();
}

export function baseUrlBox(): HTMLElement {
  return screen.getByRole('textbox', { name: 'Base URL' });
}

export function boxes(name: string): HTMLInputElement[] {
  return screen.queryAllByRole<HTMLInputElement>('textbox', { name });
}

export function valuesOf(name: string): string[] {
  return boxes(name).map(({ value }) => value);
}

/** Replaces the content of a field, as if by selecting all and pasting. */
export async function enter(user: UserEvent, box: HTMLElement, text: string): Promise<void> {
  await user.clear(box);
  await user.click(box);
  await user.paste(text);
}

export async function press(user: UserEvent, name: string): Promise<void> {
  await user.click(screen.getByRole('button', { name }));
}

export function statusNamed(name: string): HTMLElement {
  return screen.getByRole('status', { name });
}
