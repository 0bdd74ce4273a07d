import { useState, type ReactNode } from 'react';
import * as icons from '@/components/shared/icons.tsx';
import * as laterIcons from '@/components/shared/later-icons.tsx';
import * as marks from '@/components/shared/marks.tsx';
import { Button, IconButton } from '@/components/shared/button.tsx';
import { Check, Switch } from '@/components/shared/check.tsx';
import { Chip } from '@/components/shared/chip.tsx';
import { Segments } from '@/components/shared/segments.tsx';
import { Tag } from '@/components/shared/tag.tsx';
import { BAD_SIGNATURE, proofOf } from '../unit/proofs.ts';
import { GalleryRows } from './gallery-rows.tsx';
import styles from './gallery.module.css';

const THEMES = ['light', 'dark'] as const;
const KINDS = ['primary', 'outlined', 'plain', 'link', 'small'] as const;
const SEGMENTS = [
  [1, '1×'],
  [2, '2×'],
  [3, '3×'],
] as const;

/** Every shared component in its states, in both themes side by side. */
export function Gallery() {
  return (
    <main className={styles.themes}>
      {THEMES.map((theme) => (
        <section
          key={theme}
          className={styles.theme}
          style={{ colorScheme: theme }}
          aria-label={theme}
        >
          <Group title="Rows">
            <GalleryRows />
          </Group>
          <Controls />
          <Icons />
        </section>
      ))}
    </main>
  );
}

function Controls() {
  return (
    <>
      <Group title="Buttons">
        <States>
          {KINDS.map((kind) => (
            <Button key={kind} kind={kind}>
              {kind}
            </Button>
          ))}
          <Button kind="primary" isDisabled>
            disabled
          </Button>
          <IconButton label="Close" aria-expanded={false}>
            <icons.CloseIcon />
          </IconButton>
          <IconButton label="Open" aria-expanded>
            <icons.ExpandIcon />
          </IconButton>
        </States>
      </Group>
      <Group title="Choices">
        <States>
          <Check checked onChange={ignore}>
            checked
          </Check>
          <Check checked={false} onChange={ignore}>
            not checked
          </Check>
          <Switch aria-label="On" checked onChange={ignore} />
          <Switch aria-label="Off" checked={false} onChange={ignore} />
          <Chip isOn>on</Chip>
          <Chip isOn={false}>off</Chip>
          <Chip isStrong>action</Chip>
          <Tag>warning</Tag>
          <Tag isQuiet>quiet</Tag>
          <SomeSegments />
        </States>
      </Group>
    </>
  );
}

function SomeSegments() {
  const [value, setValue] = useState<number>(2);
  return <Segments label="Size" value={value} options={SEGMENTS} onChange={setValue} />;
}

function Icons() {
  const { SHAPES: _, Icon: __, Mark: ___, icon: ____, directionalIcon: _____, ...first } = icons;
  const { EyeIcon, ...plain } = { ...first, ...laterIcons };
  return (
    <>
      <Group title="Icons">
        <States>
          {Object.entries(plain).map(([name, Each]) => (
            <Each key={name} />
          ))}
          <EyeIcon isCrossed={false} />
          <EyeIcon isCrossed />
        </States>
      </Group>
      <Group title="Marks">
        <States>
          <marks.BadgeMark />
          <marks.ProofMark proof={proofOf('verified', '')} />
          <marks.ProofMark proof={proofOf('unchecked', '')} />
          <marks.FailedMark problem={BAD_SIGNATURE} />
          <marks.NotCoveredMark />
          <marks.AlertMark state="armed" />
          <marks.AlertMark state="fired" />
        </States>
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2>{title}</h2>
      {children}
    </>
  );
}

function States({ children }: { children: ReactNode }) {
  return <div className={styles.states}>{children}</div>;
}

function ignore(): void {
  // The gallery shows states; nothing changes them.
}
