import { SaveError } from '@/lib/base/save-error.ts';
import { fileName } from '@/lib/pages/export/file-name.ts';
import { saveFile } from '@/lib/pages/export/files.ts';
import { LONGEST_CANVAS_SIDE } from '@/lib/pages/export/picture-size.ts';
import { formatCount, numberFormat } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { Button } from '../shared/button.tsx';
import type { PictureSource } from './picture-source.ts';
import type { ExportJob } from './use-export-job.ts';
import { usePicture, type PictureState } from './use-picture.ts';
import dialogStyles from './export-dialog.module.css';
import styles from './picture-form.module.css';

interface PictureFormProps {
  /** Must not change while the form is shown. */
  source: PictureSource;
  job: ExportJob;
}

/** Makes a picture, previews it, and copies it to the clipboard or saves it to a file. */
export function PictureForm({ source, job }: PictureFormProps) {
  const pictureState = usePicture(source);
  const picture = pictureState.state === 'made' ? pictureState.picture : null;

  const save = async (blob: Blob): Promise<string> => {
    const { subject, what } = source;
    const name = fileName({ subject, what, atMs: Date.now(), extension: 'png' });
    saveFile({ name, blob });
    return t('export.saved', { names: name });
  };

  return (
    <section className={dialogStyles.part} aria-label={t('picture.title')}>
      <h3>{t('picture.title')}</h3>
      <Preview pictureState={pictureState} />
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

// Browsers allow this only while handling a click.
async function copy(blob: Blob): Promise<string> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
  } catch (cause) {
    throw new SaveError('copyRefused', { cause });
  }
  return t('picture.copied');
}

function Preview({ pictureState }: { pictureState: PictureState }) {
  return (
    <div className={styles.preview} data-part="preview" aria-busy={pictureState.state === 'making'}>
      {pictureState.state === 'made' && (
        // Focusable, because a long picture is scrolled.
        <div className={styles.paper} tabIndex={0} role="group" aria-label={t('picture.preview')}>
          <img src={pictureState.url} alt={t('picture.preview')} />
        </div>
      )}
      {pictureState.state === 'making' && <div>{t('picture.making')}</div>}
      {pictureState.state === 'failed' && <div>{t('picture.none')}</div>}
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
