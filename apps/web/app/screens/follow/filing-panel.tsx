import type { FilingState } from '@hakiki/contract/filings';
import { lazy, useState } from 'react';
import { PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { LazyPart } from '../../components/lazy-part.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { m } from '../../paraglide/messages.js';
import { lazyLookUpForm } from './lazy-look-up-form.ts';
import { FilingHiddenFields } from './filing-hidden-fields.tsx';

const FilingDetails = lazy(async () => ({ default: (await import('./filing-details.tsx')).FilingDetails }));

/** Loads the state of a filing when the user opens it; without scripts it is a page of its own. */
export function FilingPanel({ id, title }: { id: string; title: string }) {
  const [state, setState] = useState<FilingState>();
  const filing = { id };
  const form = useForm(lazyLookUpForm, { onDone: ({ reply }) => setState(reply) });
  if (!state) {
    return (
      <PostForm state={{ ...form, onFocus: () => void lazyLookUpForm.prepare() }} action={pathTo('/follow')}>
        <FilingHiddenFields filing={filing} />
        <SubmitButton variant="secondary" className="self-start">
          {m.my_reports_open()}
          <span className="sr-only">{title}</span>
        </SubmitButton>
      </PostForm>
    );
  }
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-4">
      <LazyPart fallback={<div className="skeleton h-60" aria-hidden="true" />}>
        <FilingDetails state={state} filing={filing} onChange={setState} />
      </LazyPart>
      <button type="button" onClick={() => setState(undefined)} className={buttonClass('quiet', 'self-start')}>
        {m.my_reports_close()}
        <span className="sr-only">{title}</span>
      </button>
    </div>
  );
}
