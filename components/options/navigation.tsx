import { useEffect, useRef } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { SECTIONS, type OptionsSection } from './sections.tsx';
import { Logo } from '../shared/logo.tsx';
import styles from './navigation.module.css';

interface NavigationProps {
  selected: OptionsSection;
  onFollow: () => void;
}

export function Navigation({ selected, onFollow }: NavigationProps) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // In a narrow window, the links are a scrolling strip.
    const link = list.current?.querySelector(`[href='#${selected.id}']`);
    link?.scrollIntoView?.({ block: 'nearest' });
  }, [selected]);
  const linkTo = (section: OptionsSection) => (
    <li key={section.id}>
      <a
        href={`#${section.id}`}
        aria-current={section === selected ? 'page' : undefined}
        onClick={section === selected ? undefined : onFollow}
      >
        {t(section.label)}
      </a>
    </li>
  );
  return (
    <header className={styles.side}>
      <h1>
        <Logo size={20} />
        {t('app.name')}
      </h1>
      <nav ref={list} aria-label={t('options.sectionsLabel')}>
        <ul>{SECTIONS.filter(({ isAdvanced }) => !isAdvanced).map(linkTo)}</ul>
        <h2 id="advanced-sections">{t('options.advancedLabel')}</h2>
        <ul aria-labelledby="advanced-sections">
          {SECTIONS.filter(({ isAdvanced }) => isAdvanced).map(linkTo)}
        </ul>
        <a className={styles.again} href="#welcome">
          {t('welcome.againLink')}
        </a>
      </nav>
    </header>
  );
}
