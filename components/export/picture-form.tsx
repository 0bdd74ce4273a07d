import { useState } from 'react';
import type { FeedId } from '@/lib/base/units.ts';
import { SaveError } from '@/lib/base/save-error.ts';
import { fileName } from '@/lib/pages/export/file-name.ts';
import { saveFile } from '@/lib/pages/export/files.ts';
import { LONGEST_CANVAS_SIDE } from '@/lib/pages/export/picture-size.ts';
import { formatCount, numberFormat } from '@/lib/base/locale/format.ts';
import { messageDirection } from '@/lib/base/locale/language.ts';
import { t } from '@/lib/base/locale/t.ts';
import { Button } from '../shared/button.tsx';
import { Segments } from '../shared/segments.tsx';
import { sizeOf, type Shape } from './draw-cards.ts';
import type { ExportJob } from './use-export-job.ts';
import { usePicture, type PictureState } from './use-picture.ts';
import dialogStyles from './export-dialog.module.css';
import styles from './picture-form.module.css';

interface PictureFormProps {
  /** The feed in the picture; without it, the picture shows the list. */
  id?: FeedId;
  /** The list's name or the feed's symbol, for the file name. */
  subject: string;
  job: ExportJob;
}

/** Makes a picture, previews it, and copies it to the clipboard or saves it to a file. */
export function PictureForm({ id, subject, job }: PictureFormProps) {
  const [shape, setShape] = useState<Shape>(id === undefined ? 'rows' : 'card');
  const pictureState = usePicture(id, shape);
  const picture = pictureState.state === 'made' ? pictureState.picture : null;

  const save = async (blob: Blob): Promise<string> => {
    const what = 'picture';
    const name = fileName({ subject, what, atMs: Date.now(), extension: 'png' });
    await saveFile({ name, blob });
    return t('export.saved', { names: name });
  };

  return (
    <section className={dialogStyles.part} aria-label={t('picture.title')}>
      <h3>{t('picture.title')}</h3>
      {id !== undefined && (
        <Segments
          label={t('picture.dimensionsLabel')}
          value={shape}
          options={(['card', 'rows'] as const).map((each) => [each, sizeText(each)] as const)}
          onChange={setShape}
        />
      )}
      <Preview pictureState={pictureState} size={id === undefined ? null : sizeOf(shape, 1)} />
      <div className={dialogStyles.actions}>
        <Button
          kind="primary"
          isDisabled={!picture || job.isBusy}
          onClick={() => picture && job.run(() => copy(picture.blob))}
        >
          {t('picture.copyButton')}
        </Button>
        <Button
          isDisabled={!picture || job.isBusy}
          onClick={() => picture && job.run(() => save(picture.blob))}
        >
          {t('picture.saveButton')}
        </Button>
      </div>
    </section>
  );
}

function sizeText(shape: Shape): string {
  const { width, height } = sizeOf(shape, 1);
  const text = `${formatCount(width)} × ${formatCount(height)}`;
  return messageDirection() === 'rtl' ? `\u2066${text}\u2069` : text;
}

// Browsers allow this only while handling a click.
async function copy(blob: Blob): Promise<string> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
  } catch (cause) {
    throw new SaveError('copyRefused', { cause });
  }
  return t('common.copied');
}

interface PreviewProps {
  pictureState: PictureState;
  /** The picture's size; `null` for a list, which may be long and scrolls. */
  size: { width: number; height: number } | null;
}

function Preview({ pictureState, size }: PreviewProps) {
  const style = size
    ? { height: 'auto', aspectRatio: `${size.width} / ${size.height}` }
    : undefined;
  return (
    <div className={styles.preview} data-part="preview" aria-busy={pictureState.state === 'making'}>
      {pictureState.state === 'made' && (
        // The keyboard scrolls a long picture only if it has the focus.
        <div
          className={styles.paper}
          style={style}
          tabIndex={0}
          role="group"
          aria-label={t('picture.preview')}
        >
          <img src={pictureState.url} alt={t('picture.preview')} />
        </div>
      )}
      {pictureState.state === 'making' && <div style={style}>{t('options.loading')}</div>}
      {pictureState.state === 'failed' && <div style={style}>{t('picture.none')}</div>}
      <p role="status" aria-label={t('picture.dimensionsLabel')}>
        {captionOf(pictureState)}
      </p>
    </div>
  );
}

function captionOf(pictureState: PictureState): string {
  if (pictureState.state === 'making') return ' ';
  if (pictureState.state === 'failed') return pictureState.reason;
  const { width, height, blob, isReduced } = pictureState.picture;
  const dimensions = t('picture.dimensions', {
    width: formatCount(width),
    height: formatCount(height),
    size: numberFormat({ style: 'unit', unit: 'kilobyte' }).format(Math.ceil(blob.size / 1_000)),
  });
  if (!isReduced) return dimensions;
  return `${dimensions} ${t('picture.reduced', { limit: formatCount(LONGEST_CANVAS_SIDE) })}`;
}
