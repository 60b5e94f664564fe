import type { Account } from '@hakiki/contract/account';
import { lifetimes } from '@hakiki/contract/limits';
import { useState } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { FormText, PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { m } from '../../paraglide/messages.js';
import { confirmAppForm, removeAppForm, renewCodesForm, startAppForm } from './account-forms.ts';
import { CurrentPassword, Disclosure, Facts, NeedsScriptsHint, Section, FocusedStep } from './account-section.tsx';
import { BackupCodes } from './security-backup-codes.tsx';

interface AppSecret {
  secret: string;
  uri: string;
  qrSvg: string;
}

/** The steps, shown one after the other in the same place: password, QR code, code from the app, backup codes. */
type Stage = { at: 'rest' } | { at: 'scan'; secret: AppSecret } | { at: 'codes'; codes: readonly string[] };

/** Administrators see how long a new app cannot open contact details yet. */
export function TwoFactorSection({ account, isAdmin }: { account: Account; isAdmin: boolean }) {
  const [stage, setStage] = useState<Stage>({ at: 'rest' });
  const resetStage = () => setStage({ at: 'rest' });
  const showCodes = (codes: readonly string[]) => setStage({ at: 'codes', codes });
  return (
    <Section id="two-factor" heading={m.two_factor_heading()}>
      <p className="text-muted">{m.two_factor_intro()}</p>
      {isAdmin && <p className="text-muted">{m.two_factor_contact_wait({ hours: lifetimes.newFactorHours })}</p>}
      <Facts
        facts={[
          [m.two_factor_state(), account.hasAuthenticatorApp ? m.two_factor_on() : m.two_factor_off()],
          ...(account.hasAuthenticatorApp
            ? [[m.two_factor_codes_left(), formatNumber(account.backupCodesLeft)] as const]
            : []),
        ]}
      />
      {stage.at === 'codes' && <BackupCodes codes={stage.codes} onSaved={resetStage} />}
      {stage.at === 'scan' && <ScanStep secret={stage.secret} onCodes={showCodes} onCancel={resetStage} />}
      {stage.at === 'rest' &&
        (account.hasAuthenticatorApp ? (
          <>
            <RenewCodes onCodes={showCodes} />
            <RemoveApp />
          </>
        ) : (
          <StartApp onSecret={(secret) => setStage({ at: 'scan', secret })} />
        ))}
    </Section>
  );
}

function StartApp({ onSecret }: { onSecret: (secret: AppSecret) => void }) {
  const form = useForm(startAppForm, { onDone: ({ reply }) => onSecret(reply) });
  return (
    <>
      <NeedsScriptsHint />
      <div className="needs-scripts">
        <PostForm state={form} label={m.two_factor_start()}>
          <CurrentPassword />
          <div>
            <SubmitButton>{m.two_factor_start()}</SubmitButton>
          </div>
        </PostForm>
      </div>
    </>
  );
}

interface ScanProps {
  secret: AppSecret;
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
}

function ScanStep({ secret: { secret, uri, qrSvg }, onCodes, onCancel }: ScanProps) {
  const form = useForm(confirmAppForm, {
    onDone({ reply }) {
      onCodes(reply.backupCodes);
      showToast({ title: m.two_factor_done(), description: m.two_factor_done_text() });
    },
  });
  return (
    <FocusedStep title={m.two_factor_scan()}>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qrSvg)}`}
        alt={m.two_factor_qr()}
        className="size-52 rounded-control bg-[#fff] p-2"
      />
      {/* On the phone itself, the QR code cannot be scanned, so a link opens the app. */}
      <a
        href={uri}
        className="inline-flex min-h-11 items-center self-start font-semibold text-brand underline md:hidden"
      >
        {m.two_factor_open()}
      </a>
      <div className="flex flex-col gap-2">
        <p>{m.two_factor_secret()}</p>
        <div className="flex flex-wrap items-center gap-3">
          <code className="rounded-control bg-paper px-3 py-2 font-mono text-lg">{groupCharacters(secret)}</code>
          <CopyButton text={secret} what={m.two_factor_state()} />
        </div>
      </div>
      <PostForm state={form} label={m.two_factor_confirm()}>
        <FormText
          name="code"
          label={m.two_factor_code()}
          hint={m.two_factor_code_hint()}
          autoComplete="one-time-code"
          inputMode="numeric"
          max={40}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton>{m.two_factor_confirm()}</SubmitButton>
          <button type="button" onClick={onCancel} className={buttonClass('secondary')}>
            {m.two_factor_cancel()}
          </button>
        </div>
      </PostForm>
    </FocusedStep>
  );
}

/** Groups of four characters are easier to read aloud. */
const groupCharacters = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

function RenewCodes({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const form = useForm(renewCodesForm, {
    onDone({ reply }) {
      onCodes(reply.backupCodes);
      showToast({ title: m.backup_renewed() });
    },
  });
  return (
    <Disclosure title={m.backup_renew()} isOpen={form.refusal !== undefined}>
      <p>{m.backup_renew_text()}</p>
      <NeedsScriptsHint />
      <div className="needs-scripts">
        <PostForm state={form} label={m.backup_renew()}>
          <CurrentPassword />
          <div>
            <SubmitButton>{m.backup_renew()}</SubmitButton>
          </div>
        </PostForm>
      </div>
    </Disclosure>
  );
}

function RemoveApp() {
  const form = useForm(removeAppForm, { onDone: () => void showToast({ title: m.two_factor_removed() }) });
  return (
    <Disclosure title={m.two_factor_remove_heading()} isOpen={form.refusal !== undefined}>
      <p>{m.two_factor_remove_text()}</p>
      <PostForm state={form} label={m.two_factor_remove_heading()}>
        <CurrentPassword />
        <div>
          <SubmitButton variant="danger">{m.two_factor_remove()}</SubmitButton>
        </div>
      </PostForm>
    </Disclosure>
  );
}
