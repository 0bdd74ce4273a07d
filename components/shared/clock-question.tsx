import { t } from '@/lib/base/locale/t.ts';
import { isQuestion } from '@/lib/domain/prices/clock-skew.ts';
import { sendCommand } from '@/lib/pages/inquiries.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { Button } from './button.tsx';
import formStyles from './form.module.css';
import { useStored } from './hooks/use-stored.ts';

/** The user can change the reply later, because only the user knows which clock is right. */
export default function ClockQuestion() {
  const skew = useStored(clockSkew);
  if (!skew || (!isQuestion(skew) && skew.answeredMs === null)) return null;
  return (
    <div className={formStyles.actions}>
      {isQuestion(skew) && (
        <Button onClick={() => sendCommand('clock-is-fast')}>{t('clock.fastButton')}</Button>
      )}
      <Button onClick={() => sendCommand('prices-are-late')}>{t('clock.lateButton')}</Button>
    </div>
  );
}
