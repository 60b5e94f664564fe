import * as z from 'zod';
import type { NewsSource } from './source.ts';

/** The request of the portal's own pages. Other fields are ignored, among them entire files. */
const ResponseBody = z.array(
  z.object({
    id: z.union([z.number(), z.string()]),
    titre: z.string(),
    resume: z.string().nullish(),
    date: z.string(),
  }),
);

/** For eight countries, with its seat in Abidjan. Its pages are rendered by scripts, so links lead to the portal. */
export const amfUmoa: NewsSource = {
  id: 'amf-umoa',
  name: 'Autorité des Marchés Financiers de l’UMOA',
  country: 'ivory coast',
  language: 'fr',
  address: 'https://www.amf-umoa.org/service/api/elastic/actualite?langue=fr&size=10&page=0',
  host: 'www.amf-umoa.org',
  keepsFragment: true,
  minItems: 1,
  maxItems: 50,
  category: 'regulation',
  parse: (answer) =>
    ResponseBody.parse(JSON.parse(answer)).map(({ id, titre, resume, date }) => ({
      title: titre,
      summary: resume ?? '',
      link: `/#actualite-${id}`,
      date,
    })),
};
