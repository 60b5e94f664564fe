import type { Page } from '../page.ts';

export const howWeRate: Page = {
  title: 'Comment nous évaluons le risque',
  description:
    'Ce que veulent dire risque faible, moyen et élevé sur Hakiki, ce que mesurent les trois barres, et quand nous disons « Non évalué ».',
  lead: 'Le niveau de risque indique la prudence à garder. Plus il est élevé, pire c’est. Notre équipe le fixe, et personne ne peut payer pour le changer.',
  updated: '2026-11-18',
  sections: [
    {
      id: 'levels',
      heading: 'Les trois niveaux',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Risque faible',
              text: 'Nous connaissons peu de problèmes. Le risque n’est jamais nul : les cours baissent et des entreprises font faillite.',
            },
            {
              term: 'Risque moyen',
              text: 'Un point est faible ou inconnu. Lisez les détails, commencez petit et essayez un retrait.',
            },
            {
              term: 'Risque élevé',
              text: 'Il y a des mises en garde ou de sérieux problèmes. N’envoyez pas d’argent.',
            },
            {
              term: 'Non évalué',
              text: 'Personne dans notre équipe n’a encore noté ce prestataire. Ce n’est ni bon ni mauvais signe. Considérez-le comme non vérifié.',
            },
          ],
        },
      ],
    },
    {
      id: 'bars',
      heading: 'Les trois barres',
      blocks: [
        {
          kind: 'text',
          text: 'La fiche d’un prestataire montre trois barres de 0 à 100. Ici, plus la barre est longue, mieux c’est : 80 ou plus est bon, de 50 à 79 est moyen, moins est mauvais.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Conformité réglementaire',
              text: 'Les agréments et enregistrements que nous avons pu vérifier, et le respect des règles.',
            },
            {
              term: 'Satisfaction des utilisateurs',
              text: 'Ce que disent les avis et les signalements, après contrôle par notre équipe.',
            },
            {
              term: 'Mesures de sécurité',
              text: 'La protection de l’argent et des données, dans la mesure où elle peut être confirmée.',
            },
          ],
        },
      ],
    },
    {
      id: 'from-bars-to-level',
      heading: 'Des barres au niveau',
      blocks: [
        {
          kind: 'steps',
          items: [
            {
              title: 'Nous prenons la moyenne des barres',
              text: 'Bon (80 ou plus) veut dire risque faible, moyen (de 50 à 79) risque moyen, mauvais (moins de 50) risque élevé.',
            },
            {
              title: 'Mises en garde et signalements l’élèvent',
              text: 'Notre équipe fixe un niveau plus élevé en cas de mises en garde ou de signalements. Nous n’affichons jamais un niveau plus bas que la moyenne.',
            },
            {
              title: 'Signalé veut dire risque élevé',
              text: 'Un prestataire que nous avons signalé ou suspendu est toujours affiché avec un risque élevé, quelles que soient ses barres.',
            },
          ],
        },
      ],
    },
    {
      id: 'limits',
      heading: 'Ce que le niveau ne dit pas',
      blocks: [
        {
          kind: 'list',
          items: [
            'Ce n’est pas une promesse. Un prestataire à risque faible peut faire faillite, être piraté ou cesser de payer.',
            'Ce n’est pas un conseil d’acheter, de vendre ou d’investir. Le cours d’une monnaie n’y est pour rien.',
            'Il ne concerne pas une personne. Quelqu’un qui vous écrit au nom d’une bonne entreprise peut être un escroc.',
            'Il ne vaut pas plus que ses sources. Regardez la date de chaque ligne : une vérification ancienne dit moins qu’une récente.',
          ],
        },
        {
          kind: 'warning',
          title: 'Avant de payer qui que ce soit',
          text: 'Lisez pourquoi nous le disons, pas seulement le niveau. Puis envoyez une petite somme et retirez-la avant d’envoyer plus.',
        },
      ],
    },
    {
      id: 'changes',
      heading: 'Qui le change, et comment contester',
      blocks: [
        {
          kind: 'text',
          text: 'Une personne de notre équipe fixe les notes et le niveau, et en écrit le motif. Affaiblir une mise en garde demande deux personnes. L’argent n’y joue aucun rôle.',
        },
        {
          kind: 'text',
          text: 'Chaque changement est public, avec son motif et sa date. Si vous êtes cité et n’êtes pas d’accord, vous pouvez contester sur la fiche du prestataire. Le sens des statuts figure dans le [guide de sécurité](/safety#meaning).',
        },
      ],
    },
  ],
};
