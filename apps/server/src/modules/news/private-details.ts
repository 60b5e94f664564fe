/**
 * Private details in announcements. Names of persons are allowed, since the authority has already published them; phone
 * numbers, email addresses, homes and accounts need an acknowledgement as everywhere else.
 */
import { markedTexts, type PublicText } from '@hakiki/contract/private-data';

interface Announced {
  title: string;
  summary: string;
}

export const textsOfNews = ({ title, summary }: Announced): PublicText[] =>
  Object.entries({ title, summary }).map(([field, text]) => ({ field, text, publicKinds: ['person'] }));

export const hasPrivateDetails = (item: Announced): boolean => markedTexts(textsOfNews(item)).length > 0;
