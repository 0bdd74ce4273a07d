import { useState, type ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { IconButton } from './button.tsx';
import { MoreIcon } from './icons.tsx';
import { Menu } from './menu.tsx';

interface MenuButtonProps {
  /** What the menu is about. */
  name: string;
  /** Names this kind of button. */
  action?: string;
  children: (menu: { opener: HTMLElement; onClose: () => void }) => ReactNode;
}

/** Closing the menu moves the focus back. */
export function MenuButton({ name, action = 'menu', children }: MenuButtonProps) {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const label = t('row.menuLabel', { name });
  const close = (): void => {
    setOpener(null);
    opener?.focus();
  };
  return (
    <>
      <IconButton
        label={label}
        aria-haspopup="menu"
        aria-expanded={opener !== null}
        data-action={action}
        onClick={(event) => setOpener(opener ? null : event.currentTarget)}
      >
        <MoreIcon />
      </IconButton>
      {opener && (
        <Menu label={label} opener={opener} onClose={close}>
          {children({ opener, onClose: close })}
        </Menu>
      )}
    </>
  );
}
