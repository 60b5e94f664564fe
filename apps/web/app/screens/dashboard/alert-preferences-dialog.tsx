import type { AlertPreferences } from '@hakiki/contract/alerts';
import { announcedSeverities, type AnnouncedSeverity } from '@hakiki/contract/alert-announcing';
import { normaliseCountry } from '@hakiki/contract/countries';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { CountriesField } from '../../components/forms/countries-field.tsx';
import { QueryFailure } from '../../components/query-states.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { CheckboxesField, CheckboxField } from '../../components/ui/choice-field.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { alertPreferences } from '../../lib/alerts/queries.ts';
import { severityLabel } from '../../lib/alerts/labels.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { m } from '../../paraglide/messages.js';

const savePreferences = defineMutation('PUT', '/api/alert-preferences', { refreshes: [alertPreferences] });

interface DialogProps {
  /** Where the emails go. */
  email: string;
  /** The member's country, if they chose one on the dashboard. */
  country: string | undefined;
  onClose: () => void;
}

/** Chooses which alerts a member gets. The native <dialog> closes on Escape and restores the focus. */
export function AlertPreferencesDialog({ onClose, ...member }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const preferences = useQuery(alertPreferences);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby="choices-title"
      className="m-auto w-[min(40rem,calc(100vw-2rem))] rounded-card border border-line-strong bg-surface p-4 text-ink backdrop:bg-ink/50 md:p-6"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id="choices-title" className="title-section">
          {m.dashboard_choices_title()}
        </h2>
        <button
          type="button"
          onClick={close}
          className="-m-2 inline-flex size-11 shrink-0 items-center justify-center rounded-control"
        >
          <Icon name="close" />
          <span className="sr-only">{m.dashboard_choices_close()}</span>
        </button>
      </div>
      <div className="mt-4">
        {preferences.status === 'loading' && <Spinner label={m.dashboard_choices_loading()} />}
        {preferences.status === 'failed' && <QueryFailure message={m.dashboard_choices_failed()} query={preferences} />}
        {preferences.status === 'ready' && <PreferencesForm {...member} saved={preferences.data} onSaved={close} />}
      </div>
    </dialog>
  );
}

interface FormProps extends Pick<DialogProps, 'email' | 'country'> {
  saved: AlertPreferences;
  onSaved: () => void;
}

function PreferencesForm({ saved, email, country, onSaved }: FormProps) {
  const [countries, setCountries] = useState<readonly string[]>(saved.countries.map(normaliseCountry));
  const save = useMutation(savePreferences, {
    success: () => ({ title: m.dashboard_choices_saved(), description: m.dashboard_choices_saved_text() }),
    failure: { title: m.dashboard_choices_error, fallback: m.dashboard_choices_not_saved },
  });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (await save.run({ body: toPreferences(new FormData(event.currentTarget)) })) onSaved();
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      <CheckboxesField
        id="choice-severity"
        name="severity"
        label={m.dashboard_choices_severities()}
        hint={m.dashboard_choices_severities_hint()}
        choices={toOptions(announcedSeverities, severityLabel)}
        defaultValues={saved.severities}
      />
      <CountriesField
        id="choice-country"
        name="country"
        label={m.dashboard_choices_countries()}
        hint={m.dashboard_choices_countries_hint()}
        countries={countries}
        onChange={setCountries}
      />
      <CheckboxField
        id="choice-email"
        name="getsEmail"
        label={m.dashboard_choices_email()}
        hint={m.dashboard_choices_email_hint({ email })}
        defaultChecked={saved.getsEmail}
        required={false}
        onChange={(isChecked) => {
          // Few people want emails about all countries.
          if (isChecked && country && countries.length === 0) setCountries([country]);
        }}
      />
      <div className="flex flex-wrap gap-3">
        <button type="submit" disabled={save.isRunning} className={buttonClass('primary')}>
          {save.isRunning ? m.dashboard_choices_saving() : m.dashboard_choices_save()}
        </button>
      </div>
    </form>
  );
}

const toPreferences = (form: FormData): AlertPreferences => ({
  severities: form.getAll('severity').map(String) as AnnouncedSeverity[],
  countries: form.getAll('country').map(String),
  getsEmail: form.has('getsEmail'),
});
