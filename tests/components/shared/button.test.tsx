import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from '@/components/shared/button.tsx';

it.each([
  [false, 1],
  [true, 0],
])('with isDisabled %s, works %i times and keeps the focus', async (isDisabled, times) => {
  const onClick = vi.fn();
  const onSubmit = vi.fn();
  render(
    <form action={onSubmit}>
      <Button isDisabled={isDisabled} onClick={onClick}>
        Save
      </Button>
      <Button isDisabled={isDisabled} type="submit">
        Send
      </Button>
    </form>,
  );
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
  expect(onClick).toHaveBeenCalledTimes(times);
  expect(onSubmit).not.toHaveBeenCalled();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus();
  expect(onSubmit).toHaveBeenCalledTimes(times);
});
