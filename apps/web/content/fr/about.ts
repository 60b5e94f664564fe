import type { Page } from '../page.ts';

export const about: Page = {
  title: 'À propos de Hakiki',
  description:
    'Hakiki est un registre public des services crypto en Afrique : sa mission, ses décisions, son financement et ses limites.',
  lead: 'Hakiki veut dire « vérifier » en swahili. Nous aidons les gens, en Afrique, à contrôler un service crypto avant de lui confier de l’argent. Vérifiez avant de faire confiance.',
  updated: '2026-11-15',
  sections: [
    {
      id: 'what',
      heading: 'Ce qu’est Hakiki',
      blocks: [
        {
          kind: 'text',
          text: 'Hakiki est un registre public. Il recense des plateformes d’échange, des courtiers, des portefeuilles, des services de gré à gré ou de particulier à particulier et des programmes de marketing de réseau. Pour chacun, il montre ce qui a pu être confirmé, le niveau de risque et ce qu’en disent les gens.',
        },
        {
          kind: 'text',
          text: 'Il réunit aussi des signalements d’arnaques et publie des alertes après vérification. Lire, chercher, comparer et signaler est gratuit et ne demande pas de compte.',
        },
      ],
    },
    {
      id: 'for-whom',
      heading: 'À qui il s’adresse',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Le public',
              text: 'Toute personne à qui l’on propose un service crypto et qui veut savoir, en une minute, si la prudence s’impose.',
            },
            {
              term: 'Les prestataires honnêtes',
              text: 'Les entreprises qui souhaitent que leur agrément et leurs informations soient faciles à contrôler.',
            },
            {
              term: 'Les régulateurs, les chercheurs et d’autres services',
              text: 'Ceux qui ont besoin de données fiables sur le marché, à l’écran ou par notre [service de données](/api).',
            },
          ],
        },
      ],
    },
    {
      id: 'decisions',
      heading: 'Comment nous décidons',
      blocks: [
        {
          kind: 'steps',
          items: [
            {
              title: 'Nous réunissons',
              text: 'Nous consultons les registres et les listes d’alerte des régulateurs, les documents des prestataires, les signalements et les avis du public.',
            },
            {
              title: 'Nous vérifions',
              text: 'Un membre de l’équipe compare les sources. Un signalement seul ne prouve rien. La parole d’un prestataire non plus.',
            },
            {
              title: 'Nous décidons et nous l’écrivons',
              text: 'Tout changement de statut est consigné : qui a décidé, quoi, quand et pourquoi. La fiche d’un prestataire signalé en montre les motifs.',
            },
            {
              title: 'Nous écoutons et corrigeons',
              text: 'Un prestataire peut répondre et fournir des preuves. Chacun peut indiquer une erreur. Ce qui se révèle faux est corrigé.',
            },
          ],
        },
        {
          kind: 'text',
          text: 'Un modérateur lit les avis, les signalements et les récits avant leur publication. Ce qui nous est rapporté est publié comme tel. Nous ne le présentons pas comme notre propre constat.',
        },
      ],
    },
    {
      id: 'independence',
      heading: 'Indépendance',
      blocks: [
        {
          kind: 'text',
          text: 'Hakiki vit de formules payantes : Premium pour les particuliers, fiches et accès aux données pour les entreprises, conseil et études. Les prix sont sur la [page des tarifs](/pricing).',
        },
        {
          kind: 'warning',
          title: 'Un paiement n’achète jamais un verdict',
          text: 'Aucun paiement ne change un statut, un niveau de risque, une note, l’ordre des résultats ou une alerte. Un prestataire qui paie est contrôlé comme les autres.',
        },
      ],
    },
    {
      id: 'open',
      heading: 'Ouvert par principe',
      blocks: [
        {
          kind: 'text',
          text: 'Le programme de Hakiki est un logiciel libre sous licence AGPL-3.0. Chacun peut le lire, l’utiliser et le modifier. Qui propose à d’autres une version modifiée doit en partager les changements sous la même licence.',
        },
        {
          kind: 'text',
          text: 'Le site est conçu pour les petits téléphones et les forfaits coûteux. Il ne charge rien d’autres entreprises, et ses pages publiques se lisent sans JavaScript.',
        },
      ],
    },
    {
      id: 'limits',
      heading: 'Ce que nous ne prétendons pas',
      blocks: [
        {
          kind: 'list',
          items: [
            'Nous ne sommes ni un régulateur, ni un tribunal, ni la police. Nous ne délivrons pas d’agrément et ne punissons personne.',
            'Nous ne donnons pas de conseil financier, juridique ou fiscal.',
            'Nous ne gardons, ne transférons et ne récupérons pas d’argent.',
            'Nous ne savons pas tout. Un prestataire peut changer après notre contrôle, et une nouvelle arnaque peut ne pas encore figurer ici.',
            'Un bon statut n’est pas une garantie. Une absence n’est pas un verdict.',
          ],
        },
      ],
    },
    {
      id: 'verified-ssl',
      heading: 'Ce que veut dire « SSL vérifié »',
      blocks: [
        {
          kind: 'text',
          text: 'La liaison entre votre appareil et ce site est chiffrée, et vous êtes bien à l’adresse que vous avez saisie. Cela ne veut pas dire qu’un site est honnête. Les sites d’arnaque montrent le même cadenas et impriment les mêmes mots.',
        },
      ],
    },
    {
      id: 'data-protected',
      heading: 'Ce que veut dire « Données protégées »',
      blocks: [
        {
          kind: 'text',
          text: 'Nous demandons peu, nous scellons ce qui pourrait vous nuire, et nous disons sur [la page de confidentialité](/privacy) ce que nous gardons et combien de temps. Cela ne veut pas dire que quelqu’un d’extérieur nous a contrôlés. N’importe quel site peut imprimer ces mots : ne lui faites jamais confiance pour cela.',
        },
      ],
    },
    {
      id: 'next',
      heading: 'Pour aller plus loin',
      blocks: [
        {
          kind: 'links',
          items: [
            { label: 'Apprendre à vérifier un prestataire', href: '/safety' },
            { label: 'Trouver une réponse dans l’aide', href: '/help' },
            { label: 'Nous écrire', href: '/contact' },
          ],
        },
      ],
    },
  ],
};
