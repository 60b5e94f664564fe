/**
 * Private details in announcements. Names of persons are left alone, since an authority that names somebody has already published the
 * name; telephone numbers, mail addresses, homes and accounts are asked about like everywhere else.
 */
import { markedTexts, type PublicText } from '@hakiki/contract/private-data';

interface Announced {
  title: string;
  summary: string;
}

export const textsOfNews = ({ title, summary }: Announced): PublicText[] =>
  Object.entries({ title, summary }).map(([field, text]) => ({ field, text, publicKinds: ['person'] }));

export const hasPrivateDetails = (item: Announced): boolean => markedTexts(textsOfNews(item)).length > 0;
