import { act, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, it, vi } from 'vitest';
import {
  primeStored,
  useStored,
  useStoredPart,
  type Readable,
} from '@/components/shared/hooks/use-stored.ts';

function createItem<T>() {
  const reads: ((value: T) => void)[] = [];
  const watchers = new Set<(value: T) => void>();
  const item: Readable<T> = {
    getValue: () => new Promise((resolve) => reads.push(resolve)),
    watch: (onChange) => {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
  };
  const emit = (value: T): void => {
    for (const watcher of watchers) watcher(value);
  };
  return { item, reads, watchers, emit };
}

function View({ item }: { item: Readable<number> }) {
  return <output>{useStored(item) ?? 'loading'}</output>;
}

const shown = (): string | null => screen.getByRole('status').textContent;

it('shows nothing before the first read, then the value, then its changes', async () => {
  const { item, reads, emit } = createItem<number>();
  render(<View item={item} />);
  expect(shown()).toBe('loading');
  await act(async () => reads[0]?.(1));
  expect(shown()).toBe('1');
  act(() => emit(2));
  expect(shown()).toBe('2');
});

it('lets a change win over a slower first read', async () => {
  const { item, reads, emit } = createItem<number>();
  render(<View item={item} />);
  act(() => emit(2));
  await act(async () => reads[0]?.(1));
  expect(shown()).toBe('2');
});

it('ignores the read of a discarded mount', async () => {
  const { item, reads, watchers, emit } = createItem<number>();
  render(
    <StrictMode>
      <View item={item} />
    </StrictMode>,
  );
  expect(watchers.size).toBe(1);
  act(() => emit(5));
  await act(async () => reads.forEach((read) => read(1)));
  expect(shown()).toBe('5');
});

it('shares one listener and drops it with the last reader', async () => {
  const { item, watchers } = createItem<number>();
  const watch = vi.spyOn(item, 'watch');
  const view = render(
    <>
      <View item={item} />
      <View item={item} />
    </>,
  );
  expect(watch).toHaveBeenCalledOnce();
  view.unmount();
  expect(watchers.size).toBe(0);
});

it('starts with a primed value and corrects it after the first read', async () => {
  const { item, reads } = createItem<number>();
  primeStored(item, 1);
  render(<View item={item} />);
  expect(shown()).toBe('1');
  await act(async () => reads[0]?.(2));
  expect(shown()).toBe('2');
});

it('keeps a newer value if it is primed late', async () => {
  const { item, emit } = createItem<number>();
  render(<View item={item} />);
  act(() => emit(3));
  primeStored(item, 1);
  act(() => emit(3));
  expect(shown()).toBe('3');
});

it('returns the same object while its content does not change', async () => {
  const { item, reads, emit } = createItem<{ list: number[] }>();
  const seen = new Set<unknown>();
  function Spy() {
    seen.add(useStored(item));
    return null;
  }
  primeStored(item, { list: [1] });
  render(<Spy />);
  await act(async () => reads[0]?.({ list: [1] }));
  act(() => emit({ list: [1] }));
  expect(seen.size).toBe(1);
  act(() => emit({ list: [1, 2] }));
  expect(seen.size).toBe(2);
});

it('renders again only when the selected part changes', async () => {
  const { item, emit } = createItem<number>();
  const draw = vi.fn((text: string) => text);
  function Parity() {
    const parity = useStoredPart(item, (value = 0) => (value % 2 === 0 ? 'even' : 'odd'));
    return <output>{draw(parity)}</output>;
  }
  render(<Parity />);
  act(() => emit(2));
  act(() => emit(4));
  expect(draw).toHaveBeenCalledOnce();
  act(() => emit(5));
  expect(shown()).toBe('odd');
});
