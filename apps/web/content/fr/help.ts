import { compareLimits, waitingTimes } from '@hakiki/contract/limits';
import type { Page } from '../page.ts';

const { scamReportHours, providerSubmissionBusinessDays } = waitingTimes;

export const help: Page = {
  title: 'Centre d’aide',
  description:
    'Annuaire, statuts et niveaux de risque, avis, signalement d’une arnaque, correction d’une fiche, comptes et vie privée : nos réponses.',
  lead: 'Des réponses courtes aux questions les plus fréquentes. Vous risquez de perdre de l’argent en ce moment ? Lisez [la première heure](/first-hour).',
  updated: '2026-11-15',
  sections: [
    {
      id: 'directory',
      heading: 'Utiliser l’annuaire',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Comment trouver un prestataire ?',
              text: 'Tapez tout ou partie de son nom dans la recherche de l’[annuaire](/directory). Les petites fautes et les accents oubliés ne gênent pas. Comparez ensuite l’adresse du site sur notre fiche avec celle que vous avez reçue.',
            },
            {
              term: 'Comment fonctionnent les filtres ?',
              text: 'Vous pouvez choisir un pays, un type de service, un statut et un niveau de risque. Dans un même groupe, un seul de vos choix suffit. D’un groupe à l’autre, tous doivent correspondre.',
            },
            {
              term: 'Dans quel ordre sont les résultats ?',
              text: 'Par défaut, les prestataires vérifiés viennent d’abord, puis les mieux notés. Vous pouvez aussi trier par note, par risque ou par nom. Personne ne peut payer pour être mieux placé.',
            },
            {
              term: 'Puis-je comparer des prestataires ?',
              text: `Oui, jusqu’à ${compareLimits.providers} côte à côte sur la [page de comparaison](/compare). Son adresse contient votre choix : vous pouvez la garder ou la partager.`,
            },
            {
              term: 'Puis-je demander depuis WhatsApp ou Telegram ?',
              text: 'La page [Demander depuis une messagerie](/ask) dit où, et ce qui est conservé de votre message.',
            },
            {
              term: 'Le prestataire que je cherche n’y est pas. Est-ce une arnaque ?',
              text: 'Une absence n’est pas un verdict. Il nous est peut-être inconnu, encore en cours de vérification, ou retiré. Suivez les étapes du [guide de sécurité](/safety#verify). Vous pouvez aussi [le proposer](/submit-provider).',
            },
          ],
        },
      ],
    },
    {
      id: 'labels',
      heading: 'Statut et risque',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Que signifient les statuts ?',
              text: 'Vérifié, Limité, En attente, Signalé et Suspendu indiquent ce que nous avons pu confirmer. Chacun est expliqué dans le [guide de sécurité](/safety#meaning).',
            },
            {
              term: 'D’où viennent-ils ?',
              text: 'Des membres de notre équipe décident. Ils examinent les registres et alertes officiels, les documents du prestataire et les signalements du public. Chaque décision est consignée avec son motif.',
            },
            {
              term: 'Comment est établi le niveau de risque ?',
              text: 'De trois notes, et des mises en garde et signalements. La page [Comment nous évaluons le risque](/how-we-rate) l’explique.',
            },
            {
              term: 'Un prestataire vérifié est-il sûr ?',
              text: 'Aucun service n’est sans risque. « Vérifié » veut dire que ses informations principales ont résisté à notre contrôle. Ce n’est pas un conseil de l’utiliser.',
            },
            {
              term: 'Pourquoi un prestataire est-il signalé ?',
              text: 'Les motifs figurent en haut de sa fiche. C’est ce que nous savons aujourd’hui. Un signalement appelle à la prudence ; ce n’est pas un jugement de tribunal.',
            },
          ],
        },
      ],
    },
    {
      id: 'reviews',
      heading: 'Notes et avis',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Qui peut donner un avis ?',
              text: 'Les membres Premium, une fois par prestataire. Chacun peut aussi raconter son expérience sur la page d’accueil. Ces récits ne changent jamais une note.',
            },
            {
              term: 'Les avis sont-ils contrôlés ?',
              text: 'Oui. Un modérateur, membre de notre équipe, lit chaque avis avant sa publication. Les insultes, les détails privés, la publicité et les textes copiés sont refusés.',
            },
            {
              term: 'Comment la note est-elle calculée ?',
              text: 'C’est la moyenne des avis publiés, de 1 à 5 étoiles. Sans avis publié, il n’y a pas de note à montrer.',
            },
          ],
        },
      ],
    },
    {
      id: 'reporting',
      heading: 'Signaler',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Comment signaler une arnaque ?',
              text: 'Remplissez le [formulaire de signalement](/report-scam). Aucun compte n’est nécessaire. Pour un problème avec un prestataire de l’annuaire, passez par l’onglet « Signaler » de sa fiche.',
            },
            {
              term: 'Que se passe-t-il ensuite ?',
              text: `L’équipe vérifie votre récit, en général en ${scamReportHours.from} à ${scamReportHours.to} heures. Rien n’est public avant. Si le signalement tient, une alerte paraît comme un signalement reçu, et non comme un délit prouvé.`,
            },
            {
              term: 'Où suivre mon signalement ?',
              text: 'Avec votre reçu, sur [Suivre un signalement](/follow), même sans compte. Si vous étiez connecté, dans [Mes signalements](/my-reports). Si nous avons une question, vous pouvez y répondre là.',
            },
            {
              term: 'Hakiki peut-il récupérer mon argent ?',
              text: 'Non, et personne ne peut le promettre. Méfiez-vous de ceux qui le font : [ne payez jamais pour récupérer votre argent](/safety#recovery).',
            },
            {
              term: 'Et si un signalement est faux ?',
              text: 'Ne dites que ce que vous savez. Les signalements inventés pour nuire sont refusés et peuvent entraîner la restriction du compte.',
            },
          ],
        },
      ],
    },
    {
      id: 'providers',
      heading: 'Pour les prestataires',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Comment faire figurer mon service ?',
              text: `Envoyez-le avec le [formulaire prestataire](/submit-provider). Chaque demande est examinée en ${providerSubmissionBusinessDays.from} à ${providerSubmissionBusinessDays.to} jours ouvrés. Les demandes approuvées entrent dans l’annuaire.`,
            },
            {
              term: 'Je conteste ce que dit ma fiche.',
              text: 'Vous avez un droit de réponse. [Écrivez-nous](/contact) avec l’adresse de la page, le passage en cause et vos preuves. Nous vérifions et corrigeons ce qui est faux. Si nous ne sommes pas d’accord, nous vous disons pourquoi.',
            },
            {
              term: 'Puis-je payer pour changer un statut, un niveau de risque ou un avis ?',
              text: 'Non. On paie un service, jamais un verdict. Si quelqu’un vous le propose en notre nom, dites-le-nous.',
            },
            {
              term: 'Me direz-vous qui nous a signalés ?',
              text: 'Non. Vous pouvez répondre à ce qui a été dit. L’identité de son auteur reste protégée.',
            },
          ],
        },
      ],
    },
    {
      id: 'accounts',
      heading: 'Comptes et formules',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Faut-il un compte ?',
              text: 'Pas pour chercher, lire les fiches, comparer ou signaler. Un compte gratuit donne accès au texte complet des alertes et au suivi de vos signalements.',
            },
            {
              term: 'Qu’apporte Premium ?',
              text: 'Les avis, des analyses plus poussées et le réglage de vos alertes. La [page des tarifs](/pricing) donne tous les détails, en rands sud-africains.',
            },
            {
              term: 'Comment résilier ?',
              text: 'À tout moment, dans l’état du compte de votre [tableau de bord](/dashboard). Vous gardez l’accès jusqu’à la fin de la période payée.',
            },
            {
              term: 'Comment protéger mon compte ?',
              text: 'Choisissez un mot de passe qui ne sert nulle part ailleurs. Sur la [page de votre compte](/account), vous pouvez ajouter une seconde étape, voir où vous êtes connecté et changer de mot de passe. Oublié ? [Demandez-en un nouveau](/forgot-password).',
            },
            {
              term: 'Comment obtenir mes données ou supprimer mon compte ?',
              text: 'Les deux se font sur la [page de votre compte](/account), à tout moment.',
            },
          ],
        },
      ],
    },
    {
      id: 'privacy',
      heading: 'Votre vie privée quand vous signalez',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Qui voit mon nom ?',
              text: 'Personne en public. Nous ne publions jamais l’auteur d’un signalement et nous ne le communiquons pas au prestataire.',
            },
            {
              term: 'Qui voit mon e-mail ou mon téléphone ?',
              text: 'Vous pouvez ne donner ni l’un ni l’autre. Sinon, ils sont chiffrés dès leur arrivée. Notre programme de messagerie utilise l’adresse pour vous envoyer notre décision. Sinon, seul un membre désigné de l’équipe peut les ouvrir, avec un motif écrit. Chaque usage est consigné.',
            },
            {
              term: 'Que ne faut-il pas écrire ?',
              text: 'Mots de passe, phrases secrètes, numéros de carte et de pièce d’identité. Nous n’en avons jamais besoin. Voir la page [Confidentialité](/privacy).',
            },
          ],
        },
      ],
    },
    {
      id: 'data',
      heading: 'Téléphone, données et langues',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Hakiki fonctionne-t-il avec une connexion lente ou chère ?',
              text: 'Oui. Les pages sont légères et ne chargent ni polices, ni publicité, ni traceurs d’autres entreprises.',
            },
            {
              term: 'Fonctionne-t-il sans JavaScript ?',
              text: 'Oui, pour lire, chercher, filtrer, trier et changer de page. Dans certains navigateurs, désactiver JavaScript économise aussi des données.',
            },
            {
              term: 'Quelles sont les langues ?',
              text: 'Le français, l’anglais, le portugais, le swahili et l’arabe. Les pages pour entreprises et développeurs sont en français et en anglais. Les textes écrits par le public et les prestataires restent dans leur langue.',
            },
          ],
        },
      ],
    },
    {
      id: 'contact',
      heading: 'Besoin d’une autre réponse ?',
      blocks: [
        {
          kind: 'text',
          text: 'Écrivez-nous avec vos mots. Nous ne demandons jamais votre mot de passe, votre phrase secrète ou un paiement par messagerie.',
        },
        {
          kind: 'links',
          items: [
            { label: 'Nous écrire', href: '/contact' },
            { label: 'Lire le guide de sécurité', href: '/safety' },
            { label: 'Comment fonctionne Hakiki', href: '/about' },
          ],
        },
      ],
    },
  ],
};
