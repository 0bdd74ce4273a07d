import { useState, type ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { IconButton } from './button.tsx';
import { MoreIcon } from './icons.tsx';
import { Menu } from './menu.tsx';

interface MenuButtonProps {
  /** The name of the menu's subject. */
  name: string;
  /** Identifies this kind of button. */
  action?: string;
  children: ReactNode;
}

/** The focus returns to the button when the menu closes. */
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
          {children}
        </Menu>
      )}
    </>
  );
}
