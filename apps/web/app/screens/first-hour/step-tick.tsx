import { useState } from 'react';
import { readTicks, saveTick } from '../../lib/browser/first-hour-ticks.ts';
import { useBrowserValue } from '../../lib/browser/use-browser-value.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { m } from '../../paraglide/messages.js';
import type { StepId } from './steps.ts';

const formatTime = (iso: string): string =>
  new Date(iso).toLocaleTimeString(currentLanguage(), { hour: '2-digit', minute: '2-digit' });

/** Ticks a step off and notes the time on this device. Without scripts it is a box to tick on the page or on paper. */
export function StepTick({ storageKey, stepId, title }: { storageKey: string; stepId: StepId; title: string }) {
  const key = `${storageKey}/${stepId}`;
  const stored = useBrowserValue(() => readTicks()[key]);
  const [changed, setChanged] = useState<{ at: string | undefined }>();
  const doneAt = changed ? changed.at : stored;
  return (
    <label className="flex min-h-11 items-center gap-3 self-start font-semibold print:min-h-0">
      <input
        type="checkbox"
        className="size-6 print:size-3"
        checked={doneAt !== undefined}
        onChange={({ target }) => setChanged({ at: saveTick(key, target.checked)[key] })}
      />
      {doneAt ? m.fh_done_at({ time: formatTime(doneAt) }) : m.fh_done()}
      <span className="sr-only">: {title}</span>
    </label>
  );
}
