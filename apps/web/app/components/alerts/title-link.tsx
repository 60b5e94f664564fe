import type { Alert } from '@hakiki/contract/alerts';
import { alertPath } from '@hakiki/contract/site';
import { Link } from 'react-router';
import { getAdvice } from '../../lib/alerts/advice.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { m } from '../../paraglide/messages.js';

export const AlertTitleLink = ({
  alert,
}: {
  alert: Pick<Alert, 'id' | 'title'> & Partial<Pick<Alert, 'language'>>;
}) => (
  <Link
    to={pathTo(alertPath(alert.id))}
    lang={getStoredTextLang(alert.language)}
    className="underline-offset-4 hover:underline"
  >
    {alert.title}
  </Link>
);

export function AlertAdvice({ alert }: { alert: Pick<Alert, 'advice' | 'alertType' | 'language'> }) {
  const { text, isGeneral } = getAdvice(alert);
  return (
    <p>
      <strong>{isGeneral ? m.alert_what_to_do_general() : m.alert_what_to_do()}</strong> {text}
    </p>
  );
}
