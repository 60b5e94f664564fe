/**
 * Private details in announcements. Names of persons are allowed, since the authority has already published them; phone
 * numbers, email addresses, homes and accounts need an acknowledgement as everywhere else.
 */
import { findMarkedTexts, type PublicText } from '@hakiki/contract/private-data';

interface NewsText {
  title: string;
  summary: string;
}

export const toPublicTexts = ({ title, summary }: NewsText): PublicText[] =>
  Object.entries({ title, summary }).map(([field, text]) => ({ field, text, publicKinds: ['person'] }));

export const hasPrivateDetails = (item: NewsText): boolean => findMarkedTexts(toPublicTexts(item)).length > 0;
