/** What a form says where scripts are off: an emailed link takes the place of the proof of work (DEC-91). */
import { m } from '../../paraglide/messages.js';
import { Callout } from '../ui/callout.tsx';

/** At the top of the form, before anything is typed. */
export const EmailNeededNote = () => (
  <div className="without-scripts">
    <Callout icon="info" title={m.report_by_mail()}>
      <p>{m.report_by_mail_text()}</p>
    </Callout>
  </div>
);

/** 'Your email (optional)'; without scripts 'Your email'. */
export const OptionalWithScripts = ({ label }: { label: string }) => (
  <>
    {label} <span className="needs-scripts">{m.report_optional({ label: '' }).trim()}</span>
  </>
);
