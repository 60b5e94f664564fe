import { keepFactor } from '@hakiki/contract/sign-in';
import { Link, useSearchParams } from 'react-router';
import { PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { Callout } from '../../components/ui/callout.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { formAction } from '../../lib/forms/action.ts';
import { defineForm } from '../../lib/forms/forms.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { m } from '../../paraglide/messages.js';
import { MissingToken } from './missing-token.tsx';
import { Card, NarrowPage } from './narrow-page.tsx';

const keepFactorForm = defineForm({
  name: 'keep',
  mutation: defineMutation('POST', '/api/auth/keep-factor'),
  schema: keepFactor.body,
  failure: { title: m.confirm_factor_failed, fallback: m.error_link_invalid },
  next: () => pathTo('/keep-factor?confirmed=kept'),
});

export const action = formAction([keepFactorForm]);

export const handle: PageHandle = { isForm: true };

export const meta = unlistedPage('/keep-factor', m.confirm_factor_title, m.confirm_factor_lead);

/** Requires a press of a button: mail programs open links, which must not cancel a reset that the owner asked for. */
export default function KeepFactor() {
  const [params] = useSearchParams();
  const token = params.get('token');
  if (params.get('confirmed')) return <FactorKeptNotice />;
  return (
    <NarrowPage title={m.confirm_factor_title()} lead={token ? m.confirm_factor_lead() : undefined}>
      {token ? <KeepFactorForm token={token} /> : <MissingToken path={pathTo('/contact')} />}
    </NarrowPage>
  );
}

function KeepFactorForm({ token }: { token: string }) {
  const state = useForm(keepFactorForm);
  return (
    <Card>
      <PostForm state={state} help={state.refusal?.code === 'LINK_INVALID' && <ResetOverHint />}>
        <input type="hidden" name="token" value={token} />
        <SubmitButton>{m.confirm_factor_submit()}</SubmitButton>
      </PostForm>
    </Card>
  );
}

const ResetOverHint = () => (
  <p>
    {m.confirm_factor_over()}{' '}
    <Link to={pathTo('/contact')} className="inline-flex min-h-11 items-center underline">
      {m.confirm_factor_contact()}
    </Link>
  </p>
);

function FactorKeptNotice() {
  return (
    <NarrowPage title={m.confirm_factor_title()}>
      <Callout icon="check-circle" title={m.confirm_factor_kept()}>
        <p>{m.confirm_factor_kept_text()}</p>
      </Callout>
      <Link to={pathTo('/forgot-password')} className={buttonClass('primary')}>
        {m.confirm_factor_password()}
      </Link>
    </NarrowPage>
  );
}
