import type { MouseEvent } from 'react';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import { IconButton } from '../shared/button.tsx';
import { CloseIcon } from '../shared/icons.tsx';

interface DismissButtonProps {
  name: string;
  onClick: (event: MouseEvent<HTMLElement>) => void;
}

export function DismissButton({ name, onClick }: DismissButtonProps) {
  const action = t('common.dismissButton');
  return (
    <IconButton
      label={labelled(action, name)}
      title={action}
      data-action="dismiss"
      onClick={onClick}
    >
      <CloseIcon />
    </IconButton>
  );
}

/** The dismiss button of the next firing, or else the previous one. */
export function neighborOf(element: HTMLElement | null): HTMLElement | null | undefined {
  const item = element?.closest('li');
  const neighbor = item?.nextElementSibling ?? item?.previousElementSibling;
  return neighbor?.querySelector<HTMLElement>('[data-action="dismiss"]');
}
