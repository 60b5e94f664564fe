import { resendVerification, verifyEmail } from '@hakiki/contract/sign-up';
import { describeForm } from '../../lib/forms/forms.ts';
import { to } from '../../lib/pages/paths.ts';
import { write } from '../../lib/api/writes.ts';
import { m } from '../../paraglide/messages.js';

export const verifyForm = describeForm({
  name: 'verify',
  write: write('POST', '/api/auth/verify-email'),
  schema: verifyEmail.body,
  failure: { title: m.verify_failed, fallback: m.server_verification_link_invalid },
  blank: { field: 'token', title: m.verify_blank_title, text: m.server_token_required },
  next: () => to('/verify-email?verified=1'),
  steps: { EMAIL_ALREADY_VERIFIED: () => to('/verify-email?verified=already') },
});

export const resendForm = describeForm({
  name: 'resend',
  write: write('POST', '/api/auth/resend-verification'),
  schema: resendVerification.body,
  failure: { title: m.verify_resend_failed, fallback: m.verify_resend_fallback },
  blank: { field: 'email', title: m.verify_email_blank_title, text: m.verify_email_blank },
  next: () => to('/verify-email?sent=1'),
});
