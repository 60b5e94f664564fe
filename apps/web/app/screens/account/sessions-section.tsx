import type { Session } from '@hakiki/contract/account';
import { PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { QueryFailure } from '../../components/query-states.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { formatDate } from '../../lib/language/format.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { endOtherSessionsForm, endSessionForm } from './account-forms.ts';
import { sessionsQuery } from './account-queries.ts';
import { Section } from './account-section.tsx';

export function SessionsSection() {
  const sessions = useQuery(sessionsQuery);
  return (
    <Section id="sessions" heading={m.sessions_heading()}>
      <p className="text-muted">{m.sessions_intro()}</p>
      {sessions.status === 'loading' && <Spinner label={m.sessions_loading()} />}
      {sessions.status === 'failed' && <QueryFailure message={m.sessions_failed()} query={sessions} />}
      {sessions.status === 'ready' && <SessionList sessions={sessions.data} />}
    </Section>
  );
}

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
      {sessions.some(({ isCurrent }) => !isCurrent) ? <EndOtherSessions /> : <p>{m.sessions_only_this()}</p>}
    </>
  );
}

function SessionItem({ session }: { session: Session }) {
  const device = formatDevice(session.device);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-3">
      <div className="flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {device}
          {session.isCurrent && (
            <span className="inline-flex items-center gap-1 rounded-full bg-brand-soft px-2.5 py-0.5 text-sm text-brand">
              <Icon name="check-circle" className="size-4" />
              {m.session_this()}
            </span>
          )}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{m.session_since({ date: formatDate(session.createdAt) })}</span>
          <span>{m.session_seen({ date: formatDate(session.lastSeenAt) })}</span>
        </p>
      </div>
      {!session.isCurrent && <EndSession id={session.id} device={device} />}
    </li>
  );
}

/** The server names a device in English, for example 'Chrome on Android'. */
function formatDevice(device: string): string {
  const [browser, system] = device.split(' on ');
  return browser && system ? m.session_device({ browser, system }) : device;
}

function EndSession({ id, device }: { id: string; device: string }) {
  const form = useForm(endSessionForm, {
    onDone: () => void showToast({ title: m.session_ended(), description: device }),
  });
  return (
    <PostForm state={form}>
      <input type="hidden" name="id" value={id} />
      <SubmitButton variant="secondary">
        {m.session_end()}
        <span className="sr-only">{m.session_end_of({ device })}</span>
      </SubmitButton>
    </PostForm>
  );
}

function EndOtherSessions() {
  const form = useForm(endOtherSessionsForm, { onDone: () => void showToast({ title: m.sessions_others_ended() }) });
  return (
    <PostForm state={form}>
      <div>
        <SubmitButton variant="danger">{m.sessions_end_others()}</SubmitButton>
      </div>
    </PostForm>
  );
}
