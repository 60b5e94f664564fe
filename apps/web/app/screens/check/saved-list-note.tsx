/** Which list this device has saved, and a button for the long one. */
import { useEffect, useState } from 'react';
import { buttonClass } from '../../components/ui/button.ts';
import { findSavedList, getListDate, saveLongList } from '../../lib/check/saved-list.ts';
import { formatDate } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';

interface SavedList {
  name: 'core' | 'all';
  date: string;
}

async function readSavedList(): Promise<SavedList | 'none'> {
  const found = await findSavedList().catch(() => undefined);
  return found ? { name: found.name, date: getListDate(found.response) } : 'none';
}

export function SavedListNote() {
  const [list, setList] = useState<SavedList | 'none'>();
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle');
  useEffect(() => {
    let isCurrent = true;
    void readSavedList().then((found) => isCurrent && setList(found));
    return () => {
      isCurrent = false;
    };
  }, []);
  const save = async () => {
    setState('saving');
    const isSaved = await saveLongList().catch(() => false);
    setState(isSaved ? 'idle' : 'failed');
    setList(await readSavedList());
  };
  if (!list) return null;
  const texts = { core: m.saved_list_core, all: m.saved_list_all };
  return (
    <div role="status" className="flex max-w-[68ch] flex-col items-start gap-2">
      <p>{list === 'none' ? m.saved_list_none() : texts[list.name]({ date: formatDate(list.date) })}</p>
      {list !== 'none' && list.name === 'core' && (
        <button
          type="button"
          aria-disabled={state === 'saving'}
          onClick={() => void save()}
          className={buttonClass('secondary')}
        >
          {state === 'saving' ? m.saved_list_saving() : m.saved_list_save()}
        </button>
      )}
      {state === 'failed' && <p>{m.saved_list_failed()}</p>}
    </div>
  );
}
