import type { ApiDocsWords } from '../api-docs-words.ts';

export const apiDocs: ApiDocsWords = {
  colon: ' :',
  lead: 'Ce que chacun peut lire dans le registre, pour vos programmes : cinq appels, en JSON, avec une clé.',
  onThisPage: 'Sur cette page',
  document: 'Document OpenAPI 3.1',
  start: {
    heading: 'Votre premier appel',
    text: 'Créez une clé de test sous Clés API et placez-la dans HAKIKI_API_KEY. Une clé de test (hk_test_) reçoit toujours le même petit échantillon, n’enregistre rien et n’entame pas votre quota ; avec une clé réelle (hk_live_), les mêmes lignes lisent le registre. Gardez les clés réelles sur votre serveur.',
  },
  callsHeading: 'Appels',
  permission: 'Autorisation',
  limit: 'Limite',
  perHour: 'par heure et par clé',
  parametersHeading: 'Paramètres',
  name: 'Nom',
  meaning: 'Signification',
  required: 'obligatoire',
  ending: (since, sunset) => `Obsolète depuis le ${since}. Cet appel répond jusqu’au ${sunset} (UTC), plus après.`,
  example: 'Exemple',
  answer: 'Réponse à cet exemple avec une clé de test',
  refusals: 'Refus possibles',
  errorsHeading: 'Erreurs',
  errorsText:
    'Chaque refus a la même forme, en application/problem+json : votre programme lit code, les personnes lisent message. Ce qui ne va pas dans un champ précis se trouve dans fields, et sous forme de codes dans fieldErrors.',
  code: 'Code',
  status: 'Statut',
  advice: 'Que faire',
  limitsHeading: 'Limites',
  limitsText:
    'Les appels sont limités par clé et par heure, et par compte et par mois civil (UTC). Les appels refusés et nos propres erreurs ne comptent pas. Les réponses inchangées (304) comptent dans l’heure, mais pas dans le mois.',
  call: 'Appel',
  month: 'Tous les appels d’un mois',
  changesHeading: 'Changements',
  feed: 'Suivre les changements (Atom)',
  calls: {
    'GET /api/v1/providers':
      'Les prestataires publics. Les valeurs d’un même paramètre sont des alternatives ; des paramètres différents doivent tous être remplis. Avec updated_since : tout ce qui a changé depuis, le changement le plus ancien d’abord, prestataires suspendus compris ; les autres paramètres, sauf limit, sont alors sans effet. Link donne la page suivante.',
    'GET /api/v1/providers/:id': 'Un prestataire public, ou qui l’était jusqu’à sa suspension.',
    'GET /api/v1/providers/:id/compliance':
      'La situation d’un prestataire public envers les autorités, dans la mesure où nous l’avons vérifiée.',
    'GET /api/v1/providers/:id/reviews': 'Les avis approuvés sur un prestataire public. Link donne la page suivante.',
    'POST /api/v1/reports':
      'Signale un problème avec un prestataire. Le signalement devient public lorsque notre équipe l’examine.',
  },
  parameters: {
    id: 'L’identifiant d’un prestataire, tel que le donne la liste.',
    search: 'Des mots du nom, des autres noms, de la description ou du site d’un prestataire.',
    within: 'names ne cherche que dans les noms du prestataire.',
    country: 'Un pays où le prestataire est actif, par son nom anglais.',
    type: 'Un ou plusieurs types de prestataire, séparés par des virgules.',
    verificationStatus: 'Un ou plusieurs verdicts, séparés par des virgules.',
    riskScore: 'Un ou plusieurs niveaux de risque, séparés par des virgules.',
    sort: 'L’ordre de tri.',
    limit: 'Nombre maximal de résultats par page.',
    offset: 'Nombre de résultats à sauter. L’en-tête Link contient l’adresse de la page suivante.',
    updated_since:
      'Seulement les changements depuis ce moment, les plus anciens d’abord. L’en-tête Link contient la page suivante.',
    after: 'Où la page précédente s’est arrêtée, comme l’indique Link. Seulement avec updated_since.',
    reportType: 'Le type de problème.',
    description: 'Ce qui s’est passé, dans les mots de la personne qui signale.',
    severity: 'La gravité.',
    reporterLocation: 'Où se trouve la personne. Ce n’est jamais public.',
    providerId: 'Le prestataire concerné.',
  },
  errors: {
    INVALID_INPUT: 'Corrigez ce que fields indique, puis renvoyez.',
    PROVIDER_NOT_FOUND: 'Prenez l’identifiant dans la liste des prestataires ; celui-ci n’est pas public.',
    KEY_REUSED: 'Utilisez une nouvelle Idempotency-Key pour un signalement au contenu différent.',
    API_KEY_INVALID: 'Envoyez la clé entière dans l’en-tête Authorization, comme dans les exemples.',
    API_KEY_ENDED: 'Créez une nouvelle clé sous Clés API et remplacez celle-ci.',
    PERMISSION_MISSING: 'Créez une clé avec l’autorisation indiquée à côté de l’appel.',
    ADDRESS_REFUSED: 'Appelez depuis une adresse que la clé autorise, ou créez une clé pour d’autres adresses.',
    API_PLAN_ENDED: 'Renouvelez l’offre du compte auquel appartient la clé.',
    LIVE_KEY_IN_BROWSER:
      'Appelez depuis votre serveur. Dans une page, utilisez une clé de test, et révoquez la clé réelle si elle a été publiée.',
    RATE_LIMITED: 'Attendez le nombre de secondes indiqué par Retry-After.',
    QUOTA_EXCEEDED: 'Attendez le mois suivant, ou écrivez-nous s’il vous en faut davantage.',
    UNEXPECTED: 'Réessayez plus tard ; si cela persiste, écrivez-nous avec l’en-tête X-Request-Id.',
    UNAVAILABLE: 'Réessayez après Retry-After ; nous sommes très sollicités pour un instant.',
  },
  kinds: {
    id: 'identifiant (UUID)',
    time: 'date et heure (ISO 8601)',
    text: 'texte',
    textUpTo: (letters) => `texte, ${letters} caractères au plus`,
    number: (from, to) => `de ${from} à ${to}`,
    otherwise: (value) => ` ; ${String(value)} par défaut`,
  },
  sections: ({ page, deepest, keyLength }) => [
    {
      id: 'paging',
      heading: 'Pages et changements',
      paragraphs: [
        `Les listes sont des tableaux de ${page} éléments au plus. Tant qu’il en reste, l’en-tête Link contient l’adresse de la page suivante (rel="next"), et X-Total-Count le nombre total. offset s’arrête à ${deepest} : filtrez davantage, ou lisez par updated_since.`,
        'Pour tenir une copie, lisez tout une fois, puis demandez de temps en temps avec updated_since fixé au moment de votre dernière demande. Les prestataires suspendus font partie des changements, pour que votre copie avertisse aussi.',
      ],
    },
    {
      id: 'etag',
      heading: 'Réponses inchangées',
      paragraphs: [
        'Toute réponse à un GET porte un ETag. Renvoyez-le dans If-None-Match : si rien n’a changé, vous recevez 304 sans contenu. L’appel compte dans l’heure et n’entame pas votre quota mensuel. If-None-Match: * est ignoré.',
      ],
    },
    {
      id: 'idempotency',
      heading: 'Envoyer un signalement une seule fois',
      paragraphs: [
        `Donnez à chaque signalement une Idempotency-Key à vous, aléatoire, de ${keyLength.min} à ${keyLength.max} caractères. Si aucune réponse n’est venue, renvoyez le même contenu avec la même clé : le signalement est enregistré une fois, et vous recevez la première réponse.`,
      ],
    },
    {
      id: 'versions',
      heading: 'Versions',
      paragraphs: [
        'Des champs, des paramètres et des valeurs peuvent s’ajouter à la version 1 à tout moment : ignorez ce que vous ne connaissez pas. Rien n’y est retiré ni ne change de sens.',
        'Quand un appel doit prendre fin, ses réponses l’annoncent au moins un an avant, par les en-têtes Deprecation (depuis quand) et Sunset (jusqu’à quand), et nous écrivons aux propriétaires de clés.',
      ],
    },
  ],
};
