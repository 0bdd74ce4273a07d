import type { ComponentType } from 'react';
import { AppearanceSection } from './appearance-section.tsx';
import { BadgeSection } from './badge-section.tsx';
import { ConnectionSection } from './connection-section.tsx';
import { deferred } from './deferred.tsx';
import { SignaturesSection } from './signatures-section.tsx';

type NameIn<Key> = Key extends `options.section.${infer Name}.label` ? Name : never;

export interface Section {
  /** The URL hash that selects the section; `#id-…` selects a part of it. */
  id: string;
  /** Of its messages: label and summary. */
  name: NameIn<keyof LocaleMessages>;
  /** Few people need it. */
  isAdvanced?: boolean;
  Content: ComponentType;
}

/** In navigation order. The first one is the default. */
export const SECTIONS: readonly [Section, ...Section[]] = [
  { id: 'connection', name: 'connection', Content: ConnectionSection },
  { id: 'catalog', name: 'catalog', Content: deferred(() => import('./catalog-section.tsx')) },
  { id: 'alerts', name: 'alerts', Content: deferred(() => import('./alerts-section.tsx')) },
  { id: 'badge', name: 'badge', Content: BadgeSection },
  { id: 'appearance', name: 'appearance', Content: AppearanceSection },
  { id: 'keyboard', name: 'keyboard', Content: deferred(() => import('./keyboard-section.tsx')) },
  { id: 'backup', name: 'backup', Content: deferred(() => import('./backup-section.tsx')) },
  { id: 'about', name: 'about', Content: deferred(() => import('./about-section.tsx')) },
  { id: 'signatures', name: 'signatures', isAdvanced: true, Content: SignaturesSection },
  {
    id: 'check-file',
    name: 'checkFile',
    isAdvanced: true,
    Content: deferred(() => import('./check-file-section.tsx')),
  },
  {
    id: 'stake-caps',
    name: 'stakeCaps',
    isAdvanced: true,
    Content: deferred(() => import('./stake-caps-section.tsx')),
  },
  {
    id: 'diagnostics',
    name: 'diagnostics',
    isAdvanced: true,
    Content: deferred(() => import('./diagnostics-section.tsx')),
  },
];

export function sectionOf(hash: string): Section {
  return SECTIONS.find(({ id }) => hash === id || hash.startsWith(`${id}-`)) ?? SECTIONS[0];
}
