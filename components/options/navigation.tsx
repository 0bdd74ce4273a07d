import { t } from '@/lib/locale/t.ts';
import type { Section } from './sections.tsx';
import styles from './navigation.module.css';

interface NavigationProps {
  sections: readonly Section[];
  selected: Section;
  /** Called when a link to another section is followed. */
  onFollow: () => void;
}

/** The page title and the links to its sections. */
export function Navigation({ sections, selected, onFollow }: NavigationProps) {
  return (
    <header className={styles.side}>
      <h1>
        <Logo />
        {t('app.name')}
      </h1>
      <nav aria-label={t('options.sectionsLabel')}>
        <ul>
          {sections.map((section) => (
            <li key={section.id}>
              <a
                href={`#${section.id}`}
                aria-current={section === selected ? 'page' : undefined}
                onClick={section === selected ? undefined : onFollow}
              >
                {t(`options.section.${section.name}.label`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}

function Logo() {
  return (
    <svg className={styles.logo} width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="5" />
      <path d="M4.5 13.5 8 9l3 2.5 4.5-6" fill="none" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
