/** The page that an overloaded server shows; the edge shows it when no server responds. */
import { type Language, languages } from './site.ts';

const texts: Record<Language, { heading: string; text: string }> = {
  en: {
    heading: 'This page is not available right now',
    text: 'We are working on it. Please try again in a minute. Do not send money to a service you could not check.',
  },
  fr: {
    heading: 'Cette page n’est pas disponible pour le moment',
    text: 'Réessayez dans une minute. N’envoyez pas d’argent à un service que vous n’avez pas pu vérifier.',
  },
};

const [first, ...others] = languages;

export const unavailablePage = `<!doctype html>
<html lang="${first}">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Hakiki is not reachable</title>
  <h1>${texts[first].heading}</h1>
  <p>${texts[first].text}</p>
${others.map((language) => `  <p lang="${language}">${texts[language].heading}. ${texts[language].text}</p>\n`).join('')}</html>
`;
