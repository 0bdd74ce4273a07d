import type { ComponentType } from 'react';
import { AppearanceSection } from './appearance-section.tsx';
import { BadgeSection } from './badge-section.tsx';
import { ConnectionSection } from './connection-section.tsx';
import { SignaturesSection } from './signatures-section.tsx';

export interface Section {
  /** The hash that selects it; `#id-…` names a place in it. */
  id: string;
  /** In the navigation and as the heading. */
  label: string;
  summary: string;
  Content: ComponentType;
}

/** All sections in the order of the navigation; the first one is shown where none is named. */
export const SECTIONS: readonly [Section, ...Section[]] = [
  {
    id: 'connection',
    label: 'Connection',
    summary: 'Where prices come from. Nothing is sent anywhere else.',
    Content: ConnectionSection,
  },
  {
    id: 'badge',
    label: 'Badge and toolbar',
    summary: 'What the toolbar button shows.',
    Content: BadgeSection,
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
];

/** The section that a hash selects. */
export function sectionOf(hash: string): Section {
  return SECTIONS.find(({ id }) => hash === id || hash.startsWith(`${id}-`)) ?? SECTIONS[0];
}
