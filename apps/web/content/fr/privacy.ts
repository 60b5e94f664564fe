import { CONVERSATION_MINUTES } from '@hakiki/contract/chat-values';
import { retention } from '@hakiki/contract/retention';
import type { Page } from '../page.ts';

const {
  contact,
  undecidedContact,
  evidence,
  receipts,
  messages,
  refusedReplies,
  maskedWords,
  sessions,
  signIns,
  limits,
  repeats,
  unconfirmed,
  letters,
  paymentNotices,
  webhookDeliveries,
  invitations,
  apiUsage,
} = retention;

export const privacy: Page = {
  title: 'Confidentialité',
  description:
    'Ce que Hakiki conserve sur vous, pourquoi et combien de temps, ce qui n’est jamais public, et comment exercer vos droits.',
  lead: 'Nous conservons le moins possible. Vous pouvez lire, chercher et comparer sans nous dire qui vous êtes.',
  updated: '2026-11-19',
  sections: [
    {
      id: 'kept',
      heading: 'Ce que nous conservons, et pourquoi',
      blocks: [
        {
          kind: 'text',
          text: '« Nous » désigne l’exploitant de ce site, dont les coordonnées figurent sur la [page de contact](/contact).',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Vous visitez le site',
              text: 'Rien qui vous nomme. Les journaux de nos serveurs ne contiennent ni adresse réseau des visiteurs ni donnée personnelle. Pour éviter l’abus d’un formulaire, nous comptons un court moment les demandes d’une même adresse. Nous comptons aussi les pages vues, sans savoir par qui. De ce que vous collez, nous ne gardons qu’une adresse qui imite un nom connu, jamais qui a demandé.',
            },
            {
              term: 'Vous demandez depuis une messagerie',
              text: `Rien de votre message. Il est chiffré pendant la réponse, et la conversation se termine après ${CONVERSATION_MINUTES} minutes. [Ce qui est conservé](/ask)`,
            },
            {
              term: 'Vous avez un compte',
              text: 'Ce que vous avez indiqué à l’inscription, votre formule et vos réglages, vos lieux de connexion et une trace des connexions et des changements. Votre mot de passe n’est gardé que sous une forme brouillée, illisible pour nous. C’est nécessaire pour vous ouvrir l’accès et fournir ce que vous demandez.',
            },
            {
              term: 'Vous signalez ou donnez un avis',
              text: 'Votre texte, le pays choisi et, si vous étiez connecté, de quel compte il vient, scellé comme des coordonnées. Celles-ci sont facultatives. C’est nécessaire pour vérifier les faits et vous interroger si un point reste obscur.',
            },
            {
              term: 'Vous proposez un prestataire',
              text: 'Les informations sur le prestataire, votre nom, votre adresse e-mail et les documents transmis pour vérification.',
            },
            {
              term: 'Vous payez',
              text: 'Formule, montant, date et référence. Les cartes sont traitées par la société de paiement, qui reçoit votre nom et votre adresse e-mail. Nous ne voyons jamais leur numéro.',
            },
            {
              term: 'Vous utilisez Premium',
              text: 'Les fiches de prestataires que vous avez ouvertes en étant connecté, et le jour, pour votre chiffre « argent épargné ». Seul votre compte l’affiche.',
            },
            {
              term: 'Vous invitez quelqu’un ou nous écrivez',
              text: 'Les inscriptions venues de votre invitation, pour vous accorder la récompense. Votre message et le moyen d’y répondre.',
            },
          ],
        },
        {
          kind: 'text',
          text: 'Nous ne vendons pas de données personnelles et n’affichons aucune publicité fondée sur elles.',
        },
      ],
    },
    {
      id: 'never-public',
      heading: 'Ce qui n’est jamais public',
      blocks: [
        {
          kind: 'list',
          items: [
            'L’auteur d’un signalement : ni pour les visiteurs, ni pour le prestataire concerné, ni dans les listes de notre équipe.',
            'Les coordonnées jointes à un signalement. Elles sont scellées par chiffrement dès leur arrivée. Elles servent à vous écrire notre décision, ou sont ouvertes par un membre désigné, avec un motif écrit. Chaque usage est consigné.',
            'Les preuves et les précisions d’un signalement. Seuls vous, connecté ou avec votre reçu, et notre équipe les lisez.',
            'Les données cachées dans les images, comme le lieu d’une photo. Elles sont supprimées.',
          ],
        },
        {
          kind: 'text',
          text: 'Nous ne transmettons des données à une autorité que si la loi nous y oblige, et seulement celles qu’elle exige.',
        },
      ],
    },
    {
      id: 'device',
      heading: 'Cookies et appareil',
      blocks: [
        {
          kind: 'text',
          text: 'Les visiteurs ne reçoivent aucun cookie. Quand vous vous connectez, nous utilisons :',
        },
        {
          kind: 'list',
          items: [
            'Un cookie qui vous garde connecté, pendant 30 jours au plus.',
            'Un cookie qui reconnaît pendant un an un navigateur déjà utilisé, seulement pour que des inconnus qui devinent votre mot de passe ne puissent vous bloquer.',
            'Pour les administrateurs qui passent par Google, un cookie de 10 minutes.',
          ],
        },
        {
          kind: 'text',
          text: 'Certains choix restent sur votre appareil jusqu’à effacement : le thème, la langue, les alertes fermées, les prestataires à comparer, un formulaire inachevé, des étapes cochées et un code d’invitation.',
        },
        {
          kind: 'text',
          text: 'Hors connexion, ces pages y restent : le [guide de sécurité](/safety), [la première heure](/first-hour), le [dossier](/evidence-pack), le [formulaire](/report-scam), la [vérification](/check) avec notre liste, la page hors ligne et les 40 dernières : accueil, prestataires, alertes, étapes. Sauf en économie de données.',
        },
        {
          kind: 'text',
          text: 'Nos pages ne chargent ni traceur, ni police, ni carte, ni script d’une autre entreprise. Les liens vers d’autres sites ne sont suivis que sur demande.',
        },
      ],
    },
    {
      id: 'how-long',
      heading: 'Durée de conservation',
      blocks: [
        {
          kind: 'list',
          items: [
            'Données du compte : tant qu’il existe. Le supprimer efface aussi vos coordonnées. Ce que vous avez publié reste, sans votre nom.',
            `Coordonnées d’un signalement et compte d’où il vient : ${contact.days} jours après notre décision. Sans décision : ${undecidedContact.days} jours.`,
            `Preuves et précisions : ${evidence.days} jours après notre décision, ou jusqu’à la fin d’un recours.`,
            `Reçu : ${receipts.days} jours après notre décision.`,
            `Messages reçus : ${messages.days} jours. Réponses refusées : ${refusedReplies.days} jours. Mots masqués : ${maskedWords.days} jours.`,
            `Connexions ouvertes : ${sessions.days} jours. Leur trace : ${signIns.days} jours.`,
            `Comptages contre les abus : ${limits.days} jour. Marques d’envois répétés : ${repeats.days} jours. Formulaires non confirmés : ${unconfirmed.days} jour. Invitations de collègues : ${invitations.days} jours. E-mails en file : ${letters.days} jours.`,
            'Signalements et alertes : tant qu’ils protègent le public.',
            `Avis de la société de paiement : ${paymentNotices.days} jours. Envois à vos webhooks : ${webhookDeliveries.days} jours.`,
            `Appels API, additionnés : ${apiUsage.days} jours.`,
            'Paiements, factures : cinq ans au moins (droit fiscal). Reçus bancaires : jusqu’à décision.',
            'Trace de nos décisions : tant qu’on peut les contrôler.',
          ],
        },
      ],
    },
    {
      id: 'rights',
      heading: 'Vos droits',
      blocks: [
        {
          kind: 'text',
          text: 'Sur la [page de votre compte](/account), vous pouvez à tout moment télécharger vos données et supprimer le compte. Pour une correction ou une opposition, [écrivez-nous](/contact). Nous pouvons vous demander de montrer que ces données sont les vôtres. Si nous devons en garder une partie, nous disons pourquoi.',
        },
        {
          kind: 'text',
          text: 'La loi qui vous protège dépend de votre lieu de vie. Citons la POPIA en Afrique du Sud, les lois sur la protection des données du Nigeria (NDPA) et du Kenya, et le RGPD dans l’Union européenne. Vous pouvez aussi saisir l’autorité de protection des données de votre pays.',
        },
      ],
    },
    {
      id: 'children',
      heading: 'Enfants',
      blocks: [
        {
          kind: 'text',
          text: 'Tout le monde peut lire Hakiki. Les comptes sont réservés aux adultes. Si un enfant nous a transmis des données personnelles, dites-le-nous et nous les supprimons.',
        },
      ],
    },
    {
      id: 'security',
      heading: 'En cas d’incident',
      blocks: [
        {
          kind: 'text',
          text: 'Aucun système n’est parfaitement sûr. Si des données personnelles sont perdues ou vues par une personne non autorisée, nous prévenons les personnes concernées et l’autorité, comme la loi le demande.',
        },
      ],
    },
    {
      id: 'changes',
      heading: 'Modifications et contact',
      blocks: [
        {
          kind: 'text',
          text: 'Quand ce texte change, la date de cette page change aussi. Si un changement compte pour les titulaires d’un compte, nous les prévenons avant qu’il s’applique.',
        },
        {
          kind: 'links',
          items: [
            { label: 'Poser une question sur vos données', href: '/contact' },
            { label: 'Lire les conditions', href: '/terms' },
          ],
        },
      ],
    },
  ],
};
