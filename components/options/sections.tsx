import type { ComponentType } from 'react';
import { AppearanceSection } from './appearance-section.tsx';
import { BadgeSection } from './badge-section.tsx';
import { ConnectionSection } from './connection-section.tsx';
import { deferred } from './deferred.tsx';
import { SignaturesSection } from './signatures-section.tsx';

export interface Section {
  /** The URL hash that selects the section; `#id-…` selects a part of it. */
  id: string;
  /** Shown in the navigation and as the heading. */
  label: string;
  summary: string;
  Content: ComponentType;
}

/** All sections in navigation order. The first one is the default. */
export const SECTIONS: readonly [Section, ...Section[]] = [
  {
    id: 'connection',
    label: 'Connection',
    summary: 'Where prices come from. Nothing is sent anywhere else.',
    Content: ConnectionSection,
  },
  {
    id: 'catalogue',
    label: 'Catalogue',
    summary: 'All that the service offers, and what you follow of it.',
    Content: deferred(() => import('./catalogue-section.tsx')),
  },
  {
    id: 'badge',
    label: 'Badge and toolbar',
    summary: 'What the toolbar button shows.',
    Content: BadgeSection,
  },
  {
    id: 'alerts',
    label: 'Alerts',
    summary: 'When a price matters, and how you hear of it.',
    Content: deferred(() => import('./alerts-section.tsx')),
  },
  {
    id: 'signatures',
    label: 'Signatures',
    summary: 'Whether a price is what the network signed.',
    Content: SignaturesSection,
  },
  {
    id: 'appearance',
    label: 'Appearance',
    summary: 'How all pages look. Changes apply at once.',
    Content: AppearanceSection,
  },
  {
    id: 'stake-caps',
    label: 'Stake caps',
    summary: 'How much stake counts for each publisher of prices.',
    Content: deferred(() => import('./stake-caps-section.tsx')),
  },
  {
    id: 'backup',
    label: 'Backup and export',
    summary: 'All that is yours, in a file. It stays on this computer.',
    Content: deferred(() => import('./backup-section.tsx')),
  },
  {
    id: 'diagnostics',
    label: 'Diagnostics',
    summary: 'What Pricelight did lately, for whoever looks for a fault.',
    Content: deferred(() => import('./diagnostics-section.tsx')),
  },
];

/** The section that a hash selects. */
export function sectionOf(hash: string): Section {
  return SECTIONS.find(({ id }) => hash === id || hash.startsWith(`${id}-`)) ?? SECTIONS[0];
}
