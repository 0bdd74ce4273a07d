import { Activity, useEffect, useRef, useState } from 'react';
import { connectionSettings } from '@/lib/storage/settings.ts';
import { useAppearance } from '../hooks/appearance.ts';
import { Boundary } from '../shared/boundary.tsx';
import { StorageTrouble } from '../shared/storage-trouble.tsx';
import { useStored } from '../hooks/use-stored.ts';
import { Navigation } from './navigation.tsx';
import { SECTIONS, sectionOf, type Section } from './sections.tsx';
import { useHash } from './use-hash.ts';
import './options.css';

/** The options page: a navigation and the section that the address names. */
export function OptionsPage() {
  useAppearance();
  // Followed while its section is hidden too: a form must not come back to an older one.
  useStored(connectionSettings);
  const selected = sectionOf(useHash());
  const visited = useVisited(selected);
  const followLink = useFocusOnNavigation(selected);

  return (
    <div className="options">
      <Navigation sections={SECTIONS} selected={selected} onFollow={followLink} />
      <main>
        {visited.map((section) => (
          // Hidden rather than gone: what was typed and not saved is still there on return.
          <Activity key={section.id} mode={section === selected ? 'visible' : 'hidden'}>
            <SectionView section={section} />
          </Activity>
        ))}
      </main>
      <StorageTrouble />
    </div>
  );
}

function SectionView({ section: { id, label, summary, Content } }: { section: Section }) {
  return (
    <section aria-labelledby={headingId(id)}>
      <h2 id={headingId(id)} tabIndex={-1}>
        {label}
      </h2>
      <p className="summary">{summary}</p>
      <Boundary>
        <Content />
      </Boundary>
    </section>
  );
}

/** Sections are made when they are first looked at, not before. */
function useVisited(selected: Section): readonly Section[] {
  const [visited, setVisited] = useState<readonly Section[]>([selected]);
  if (visited.includes(selected)) return visited;
  const more = [...visited, selected];
  setVisited(more);
  return more;
}

/** Moves the focus to the heading of the section whose link was followed, and to no other. */
function useFocusOnNavigation(selected: Section): () => void {
  const isFollowing = useRef(false);
  useEffect(() => {
    if (!isFollowing.current) return;
    isFollowing.current = false;
    window.scrollTo(0, 0);
    document.getElementById(headingId(selected.id))?.focus({ preventScroll: true });
  }, [selected]);
  return () => {
    isFollowing.current = true;
  };
}

// Not the section's own name: the browser would scroll to it.
function headingId(sectionId: string): string {
  return `${sectionId}-heading`;
}
