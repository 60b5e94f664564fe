import { resendVerification, verifyEmail } from '@hakiki/contract/sign-up';
import { defineForm } from '../../lib/forms/forms.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { m } from '../../paraglide/messages.js';

export const verifyForm = defineForm({
  name: 'verify',
  mutation: defineMutation('POST', '/api/auth/verify-email'),
  schema: verifyEmail.body,
  failure: { title: m.verify_failed, fallback: m.server_verification_link_invalid },
  blank: { field: 'token', title: m.verify_blank_title, text: m.server_token_required },
  next: () => pathTo('/verify-email?verified=1'),
  steps: { EMAIL_ALREADY_VERIFIED: () => pathTo('/verify-email?verified=already') },
});

export const resendForm = defineForm({
  name: 'resend',
  mutation: defineMutation('POST', '/api/auth/resend-verification'),
  schema: resendVerification.body,
  failure: { title: m.verify_resend_failed, fallback: m.verify_resend_fallback },
  blank: { field: 'email', title: m.verify_email_blank_title, text: m.verify_email_blank },
  next: () => pathTo('/verify-email?sent=1'),
});
