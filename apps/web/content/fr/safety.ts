import type { Page } from '../page.ts';

export const safety: Page = {
  title: 'Guide de sécurité',
  description:
    'Vérifier un service crypto avant de payer, reconnaître les signes d’une arnaque et agir dans la première heure après une perte.',
  lead: 'Prenez dix minutes avant d’envoyer de l’argent. Il est déjà parti ? Allez directement à [la première heure](/first-hour).',
  updated: '2026-11-15',
  sections: [
    {
      id: 'verify',
      heading: 'Comment vérifier un prestataire',
      blocks: [
        {
          kind: 'text',
          text: 'Un prestataire est une entreprise ou une personne qui garde, transfère ou échange des cryptos pour vous. Suivez ces étapes dans l’ordre et arrêtez-vous à la première qui échoue.',
        },
        {
          kind: 'steps',
          items: [
            {
              title: 'Cherchez-le sur Hakiki',
              text: 'Tapez son nom exact dans l’[annuaire](/directory). Lisez le statut, le niveau de risque et les motifs, pas seulement les étoiles.',
            },
            {
              title: 'Interrogez le régulateur vous-même',
              text: 'Le régulateur est l’autorité publique qui délivre les agréments. Saisissez vous-même l’adresse de son site et consultez son registre. En Afrique du Sud, par exemple, la FSCA propose une recherche publique des prestataires agréés. Nom, numéro d’agrément et site doivent tous concorder.',
            },
            {
              title: 'Lisez l’adresse du site lettre par lettre',
              text: 'Un faux site change une lettre, ajoute un mot ou prend une autre terminaison. Le cadenas annonce une connexion privée, pas un propriétaire honnête.',
            },
            {
              title: 'Téléchargez l’application au bon endroit',
              text: 'Passez par le lien du site officiel vers le magasin d’applications. Vérifiez le nom de l’éditeur. N’installez jamais une application reçue par fichier ou par lien dans une discussion.',
            },
            {
              title: 'Cherchez qui se trouve derrière',
              text: 'Il faut un nom de société, un numéro d’immatriculation et des conditions écrites. Si vous ignorez qui détient votre argent, n’envoyez rien.',
            },
            {
              title: 'Essayez avec une petite somme, puis retirez-la',
              text: 'Envoyez un montant que vous pouvez perdre, puis retirez-le en entier. Si le retrait échoue, arrêtez tout. S’il réussit, restez prudent : certains escrocs rendent de petites sommes pour gagner la confiance.',
            },
            {
              title: 'Laissez passer une nuit',
              text: 'Parlez-en à quelqu’un qui n’a rien à y gagner. Une bonne offre sera encore là demain.',
            },
          ],
        },
      ],
    },
    {
      id: 'meaning',
      heading: 'Ce que veulent dire nos mentions',
      blocks: [
        {
          kind: 'text',
          text: 'Le statut indique ce que nous avons pu confirmer. Le niveau de risque indique la prudence à garder.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Vérifié',
              text: 'Nous avons comparé les informations principales du prestataire aux sources disponibles. Cela ne garantit pas que tout se passera bien.',
            },
            {
              term: 'Limité',
              text: 'Nous avons pu confirmer certaines informations, mais pas toutes. Cherchez ce qui manque avant de décider.',
            },
            {
              term: 'En attente',
              text: 'La vérification n’est pas terminée. Considérez ce prestataire comme non vérifié.',
            },
            {
              term: 'Signalé',
              text: 'L’équipe a constaté de sérieux signes d’alerte. Les motifs figurent sur la fiche du prestataire.',
            },
            {
              term: 'Suspendu',
              text: 'Il a été retiré de l’annuaire. Sa fiche reste, avec les motifs et la date, comme avertissement.',
            },
          ],
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Risque faible',
              text: 'Nous connaissons peu de problèmes. Le risque n’est jamais nul : les cours baissent et des entreprises font faillite.',
            },
            {
              term: 'Risque moyen',
              text: 'Certains points sont faibles ou inconnus. Lisez les détails et commencez petit.',
            },
            {
              term: 'Risque élevé',
              text: 'Il existe de sérieuses inquiétudes. N’envoyez pas d’argent dont vous avez besoin.',
            },
          ],
        },
        {
          kind: 'text',
          text: 'L’absence d’un prestataire n’est ni un bon ni un mauvais signe. À vous, alors, de le vérifier.',
        },
      ],
    },
    {
      id: 'warning-signs',
      heading: 'Les signes d’alerte',
      blocks: [
        { kind: 'text', text: 'Un seul de ces signes : arrêtez-vous. Deux : partez.' },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Gains garantis',
              text: 'Personne ne peut promettre un rendement, par exemple « 2 % par jour ». Un vrai placement peut perdre de l’argent.',
            },
            {
              term: 'Pression',
              text: '« Aujourd’hui seulement », « dernières places », « n’en parlez à personne ». L’urgence et le secret vous empêchent de vérifier.',
            },
            {
              term: 'Recrutement payé',
              text: 'Vous gagnez en faisant entrer des amis et des proches. Quand plus personne n’arrive, l’argent a disparu.',
            },
            {
              term: 'Payer pour retirer',
              text: 'On exige une « taxe », des « frais » ou un « dépôt » avant de vous rendre votre argent. Ce n’est jamais le dernier paiement.',
            },
            {
              term: 'Contrôle de votre téléphone',
              text: 'On vous fait installer une application qui donne accès à votre écran. Vos comptes sont alors ouverts.',
            },
            {
              term: 'Amour ou amitié en ligne',
              text: 'Une personne que vous n’avez jamais rencontrée devient vite proche, puis vous montre un placement.',
            },
            {
              term: 'Fausses applications, faux sites',
              text: 'Le solde affiché augmente, mais ce n’est qu’une image. Aucun argent ne sort.',
            },
            {
              term: 'Usurpation d’identité',
              text: 'Quelqu’un se fait passer pour une célébrité, une banque, un régulateur ou Hakiki. Vérifiez par un autre moyen, trouvé par vous-même.',
            },
            {
              term: 'Une « assistance » par messagerie',
              text: 'Ceux qui vous écrivent en premier sur WhatsApp, Telegram ou un réseau social ne sont pas le service client. Passez par le site du prestataire.',
            },
          ],
        },
      ],
    },
    {
      id: 'first-hour',
      heading: 'La première heure après une arnaque',
      blocks: [
        {
          kind: 'text',
          text: 'Vous avez perdu de l’argent ? Agissez tout de suite : ne payez plus rien, appelez celui par qui l’argent est parti, gardez chaque message. Les étapes, courtes et dans l’ordre, ont [leur propre page](/first-hour). Vous aidez un proche ? Suivez-les ensemble.',
        },
        { kind: 'links', items: [{ label: 'Ouvrir la première heure', href: '/first-hour' }] },
      ],
    },
    {
      id: 'recovery',
      heading: 'Ne payez jamais pour récupérer votre argent',
      blocks: [
        {
          kind: 'warning',
          title: 'La deuxième arnaque',
          text: 'Après une perte, des inconnus proposent de « récupérer » ou de « tracer » vos cryptos contre paiement. Certains se disent policiers, avocats ou pirates informatiques. Ce sont souvent les mêmes personnes. Ne les payez pas et ne leur donnez ni mot de passe ni phrase secrète.',
        },
        {
          kind: 'text',
          text: 'Un paiement en crypto ne s’annule pas. Seul celui qui détient les fonds peut les renvoyer. Hakiki ne propose jamais de récupérer de l’argent et ne se fait jamais payer pour cela.',
        },
      ],
    },
    {
      id: 'keys',
      heading: 'Gardez vos clés en sécurité',
      blocks: [
        {
          kind: 'text',
          text: 'La phrase secrète est la liste de mots qui ouvre votre portefeuille. Celui qui la possède possède vos cryptos.',
        },
        {
          kind: 'list',
          items: [
            'Écrivez-la sur papier et gardez-la en deux lieux sûrs. Ne la photographiez pas, ne la stockez pas en ligne.',
            'Ne la saisissez jamais sur un site et ne la dictez à personne. Un vrai service client ne la demande jamais.',
            'Utilisez un mot de passe différent pour chaque compte, et un gestionnaire pour les retenir.',
            'Pour les codes de connexion, une application est plus sûre que le SMS. Ne partagez jamais un code.',
            'Avant chaque envoi, comparez les premiers et les derniers caractères de l’adresse.',
          ],
        },
      ],
    },
    {
      id: 'helping',
      heading: 'Aider un proche',
      blocks: [
        {
          kind: 'list',
          items: [
            'Ne faites pas de reproches. La honte fait taire, et le silence aide l’escroc.',
            'Écoutez d’abord. Suivez ensuite ensemble les étapes de la première heure.',
            'Si la personne croit encore à l’offre, ne vous disputez pas. Proposez-lui de tout retirer, sans payer de frais.',
            'Restez en contact. Les escrocs reviennent, souvent sous un autre nom.',
            'Si quelqu’un parle de se faire du mal, restez à ses côtés et appelez les secours.',
          ],
        },
      ],
    },
    {
      id: 'next',
      heading: 'Ce que vous pouvez faire maintenant',
      blocks: [
        {
          kind: 'links',
          items: [
            { label: 'Vérifier un prestataire', href: '/directory' },
            { label: 'Signaler une arnaque', href: '/report-scam' },
            { label: 'Lire les alertes en cours', href: '/reports' },
            { label: 'Trouver une réponse dans l’aide', href: '/help' },
          ],
        },
      ],
    },
  ],
};
