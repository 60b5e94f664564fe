/** Advice shown with an alert: the moderator's own text, or the general text for the alert type. */
import type { Alert } from '@hakiki/contract/alerts';
import type { AlertType } from '@hakiki/contract/alert-values';
import { m } from '../../paraglide/messages.js';
import { getStoredTextLang } from '../language/stored-language.ts';

const defaultAdviceByType: Record<AlertType, () => string> = {
  ponzi_scheme: m.alert_advice_ponzi_scheme,
  fake_platform: m.alert_advice_fake_platform,
  phishing: m.alert_advice_phishing,
  rug_pull: m.alert_advice_rug_pull,
  exchange_hack: m.alert_advice_exchange_hack,
  wallet_compromise: m.alert_advice_wallet_compromise,
  fraud: m.alert_advice_fraud,
  scam: m.alert_advice_scam,
};

export const getDefaultAdvice = (type: AlertType): string => defaultAdviceByType[type]();

/**
 * The advice in the user's language. If the moderator's own text is in another language, the general text is shown
 * before it, and `isGeneral` asks the page to say so.
 */
export const getAdvice = ({ advice, alertType, language }: Pick<Alert, 'advice' | 'alertType' | 'language'>) => ({
  text: advice === null || isForeign(language) ? getDefaultAdvice(alertType) : advice,
  isGeneral: advice !== null && isForeign(language),
});

const isForeign = (language: Alert['language']): boolean => getStoredTextLang(language) !== undefined;
