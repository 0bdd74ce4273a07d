import type { ComponentType } from 'react';
import type { PlainKey } from '@/lib/base/locale/t.ts';
import { AppearanceSection } from './appearance-section.tsx';
import { BadgeSection } from './badge-section.tsx';
import { ConnectionSection } from './connection-section.tsx';
import { deferred } from './deferred.tsx';
import { SignaturesSection } from './signatures-section.tsx';

export interface OptionsSection {
  /** The URL hash that selects the section; `#id-…` selects a part of it. */
  id: string;
  label: PlainKey;
  /** Whether few people need the section. */
  isAdvanced?: boolean;
  Content: ComponentType;
}

/** Sections in navigation order. The first one is the default. */
export const SECTIONS: readonly [OptionsSection, ...OptionsSection[]] = [
  { id: 'connection', label: 'footer.label', Content: ConnectionSection },
  { id: 'alerts', label: 'alerts.title', Content: deferred(() => import('./alerts-section.tsx')) },
  { id: 'badge', label: 'options.section.badge.label', Content: BadgeSection },
  { id: 'appearance', label: 'options.section.appearance.label', Content: AppearanceSection },
  {
    id: 'backup',
    label: 'options.section.backup.label',
    Content: deferred(() => import('./backup-section.tsx')),
  },
  {
    id: 'about',
    label: 'options.section.about.label',
    Content: deferred(() => import('./about-section.tsx')),
  },
  { id: 'signatures', label: 'signatures.title', isAdvanced: true, Content: SignaturesSection },
  {
    id: 'check-file',
    label: 'options.section.checkFile.label',
    isAdvanced: true,
    Content: deferred(() => import('./check-file-section.tsx')),
  },
  {
    id: 'stake-caps',
    label: 'options.section.stakeCaps.label',
    isAdvanced: true,
    Content: deferred(() => import('./stake-caps-section.tsx')),
  },
];

export function sectionOf(hash: string): OptionsSection {
  return SECTIONS.find(({ id }) => hash === id || hash.startsWith(`${id}-`)) ?? SECTIONS[0];
}
