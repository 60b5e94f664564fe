import { NewAlert } from '@hakiki/contract/alerts';
import { filingWrites } from '../../lib/filing-writes.ts';
import { describeForm } from '../../lib/forms.ts';
import { currentLanguage } from '../../lib/language.ts';
import { to } from '../../lib/paths.ts';
import { m } from '../../paraglide/messages.js';

export const scamForm = describeForm({
  name: 'scam',
  write: filingWrites.alert,
  schema: NewAlert,
  failure: { title: m.scam_failed, fallback: m.scam_failed_text },
  fixed: () => ({ language: currentLanguage() }),
  next: ({ mailed }) => to(mailed ? '/report-scam?sent=mailed' : '/dashboard'),
});
