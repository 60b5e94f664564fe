import { lazy, useState } from 'react';
import { LazyPart } from '../../components/lazy-part.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { m } from '../../paraglide/messages.js';

const AlertPreferencesDialog = lazy(async () => ({
  default: (await import('./alert-preferences-dialog.tsx')).AlertPreferencesDialog,
}));

export function ConfigureAlerts() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="needs-scripts">
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={buttonClass('secondary')}>
        <Icon name="filter" className="size-4" />
        {m.dashboard_configure()}
      </button>
      {isOpen && (
        <LazyPart fallback={<Spinner label={m.dashboard_choices_loading()} />}>
          <AlertPreferencesDialog onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </div>
  );
}
