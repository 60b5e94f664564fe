import type { Page } from '../page.ts';

export const figures: Page = {
  title: 'Ce que veulent dire nos chiffres',
  description:
    'La définition de chaque chiffre de Hakiki : prestataires, mises en garde, décisions, chiffres pour les régulateurs, usage de l’API et paiements.',
  lead: 'Un chiffre a une seule définition, où que nous le montrions. Si deux pages se contredisent, c’est une erreur : [dites-le-nous](/contact).',
  updated: '2026-11-18',
  sections: [
    {
      id: 'register',
      heading: 'Le registre',
      blocks: [
        { kind: 'text', text: 'Sur la page d’accueil, dans le [répertoire](/directory) et dans l’API.' },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Prestataires',
              text: 'Tous les prestataires qui ont une page publique, sauf ceux qui sont suspendus.',
            },
            {
              term: 'Prestataires vérifiés et signalés',
              text: 'Les prestataires publics qui ont ce verdict aujourd’hui.',
            },
            {
              term: 'Pays',
              text: 'Les pays où au moins un prestataire public propose ses services. « Autre » n’est pas un pays.',
            },
            { term: 'Note', text: 'La moyenne des avis approuvés, avec une décimale. Sans avis, il n’y en a pas.' },
            {
              term: 'Risque',
              text: 'Le niveau qu’explique [Comment nous évaluons le risque](/how-we-rate). Un prestataire signalé est toujours à risque élevé.',
            },
          ],
        },
      ],
    },
    {
      id: 'warnings',
      heading: 'Alertes et signalements',
      blocks: [
        { kind: 'text', text: 'Sur [Signalements](/reports), [Alertes](/alerts) et les pages des prestataires.' },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Alertes actives',
              text: 'Les alertes à la fraude approuvées et non retirées. Les signalements d’une même arnaque forment une seule alerte.',
            },
            {
              term: 'Signalements d’une alerte',
              text: 'Son propre signalement et tous ceux que notre équipe y a joints.',
            },
            { term: 'Signalements publics', text: 'Les problèmes signalés que notre équipe examine ou a résolus.' },
            {
              term: 'Pertes d’une alerte',
              text: 'Les pertes que ses signalements indiquent, en rands, arrondies à deux chiffres. Montrées à partir de trois signalements avec un montant.',
            },
          ],
        },
      ],
    },
    {
      id: 'decisions',
      heading: 'Décisions',
      blocks: [
        {
          kind: 'text',
          text: 'Sur [Transparence](/transparency), comptées d’après le [journal des décisions](/decisions), et sur l’aperçu de notre équipe.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Reçus',
              text: 'Signalements de fraude, problèmes signalés et prestataires proposés, publics ou non, au jour de leur arrivée (UTC).',
            },
            { term: 'Décidés', text: 'Les premières décisions sur ce que les gens ont envoyé.' },
            {
              term: 'La moitié en',
              text: 'La médiane des heures entières entre l’arrivée et la première décision : un nombre d’heures réellement observé.',
            },
            {
              term: 'Décisions',
              text: 'Les décisions qui ont changé l’état d’une chose publique. Les recours et les contestations sont comptés à part. Une erreur annulée en quelques secondes ne compte pas.',
            },
            {
              term: 'Contestations',
              text: 'Toutes les contestations sur un lien, un portefeuille, un numéro ou un nom, au jour de leur arrivée (UTC), avec le nombre d’acceptées et de refusées. Plusieurs personnes qui contestent la même chose comptent chacune. La moitié décidée en : la médiane des heures entières entre l’arrivée et la décision.',
            },
            {
              term: 'Annulées',
              text: 'Les décisions qu’une décision suivante a renversées, au mois de ce changement.',
            },
          ],
        },
      ],
    },
    {
      id: 'regtech',
      heading: 'Chiffres pour les régulateurs',
      blocks: [
        {
          kind: 'text',
          text: 'Sur [RegTech](/regtech) et dans ses fichiers. Les mois sont en UTC. Les chiffres d’un mois clos ne changent plus.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Plaintes',
              text: 'Les alertes et signalements devenus publics pour la première fois dans le mois, quel que soit le jour d’arrivée. Dans un pays : ce qui concerne plusieurs pays compte dans chacun. C’est moins que « reçus », qui comprend ce qui n’est jamais publié. Dans le fichier : complaints.',
            },
            { term: 'Évolution', text: 'Les plaintes du mois moins celles du mois précédent.' },
            {
              term: 'Nouvelles arnaques',
              text: 'Les alertes parmi les plaintes. Les signalements suivants de la même arnaque comptent dans son alerte. Dans le fichier : new_schemes.',
            },
            {
              term: 'Pertes en rands',
              text: 'La somme des pertes que les alertes du mois indiquent en rands. Montrée une fois le mois clos, à partir de trois alertes avec un montant. Dans le fichier : losses.',
            },
            {
              term: 'Heures médianes jusqu’à une décision',
              text: 'La médiane des heures entières entre l’arrivée et la première décision, pour les plaintes du mois. Montrée à partir de trois plaintes. Dans le fichier : median_hours_to_decision.',
            },
            {
              term: 'Prestataires vérifiés et signalés',
              text: 'Les prestataires publics du pays qui ont ce verdict la dernière nuit du mois. Dans le fichier : listed_providers (tous), verified_providers, flagged_providers.',
            },
            {
              term: 'Score de conformité',
              text: 'La moyenne de la conformité réglementaire (0 à 100) de tous les prestataires publics. Dans le fichier : compliance_score.',
            },
            {
              term: 'Prestataires à haut risque',
              text: 'La part des prestataires publics dont le risque montré est élevé. Dans le fichier : high_risk_providers.',
            },
            { term: 'Couverture', text: 'Les pays du registre, comme ci-dessus. Dans le fichier : coverage.' },
          ],
        },
      ],
    },
    {
      id: 'api',
      heading: 'Usage de l’API',
      blocks: [
        { kind: 'text', text: 'Sur la page de vos clés API.' },
        {
          kind: 'definitions',
          items: [
            { term: 'Appels', text: 'Tous les appels avec vos clés, clés de test comprises, par jour en UTC.' },
            {
              term: 'Utilisés',
              text: 'Les appels du mois qui coûtent du quota. Les réponses inchangées (304), les appels refusés pour leur clé ou une limite, nos propres pannes et les clés de test ne coûtent rien.',
            },
            { term: 'Restants', text: 'Le quota moins ce qui est utilisé, comme dans l’en-tête RateLimit.' },
            { term: 'Dernière utilisation', text: 'Le dernier appel avec cette clé qui nous est parvenu.' },
          ],
        },
      ],
    },
    {
      id: 'money',
      heading: 'Paiements et factures',
      blocks: [
        {
          kind: 'text',
          text: 'Sur les factures, et sur l’aperçu de notre équipe. Les mois sont à l’heure sud-africaine.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Total d’une facture',
              text: 'Ce qu’il faut payer, en rands. Une facture payée montre le jour et le montant du paiement.',
            },
            {
              term: 'Reçu',
              text: 'Les paiements confirmés des formules et les factures annuelles payées, au jour de leur confirmation.',
            },
            { term: 'Remboursé', text: 'Les remboursements que nous avons versés.' },
          ],
        },
      ],
    },
  ],
};
