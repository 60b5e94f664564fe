import type { Page } from '../page.ts';

export const firstHour: Page = {
  title: 'Argent perdu : la première heure',
  description:
    'Victime d’une arnaque crypto ? Que faire dans la première heure, dans l’ordre : ne plus payer, appeler, garder les preuves, signaler.',
  lead: 'Respirez. Cela arrive aussi aux gens prudents. Chaque minute compte : suivez ces étapes dans l’ordre, une à la fois.',
  updated: '2026-11-15',
  sections: [
    {
      id: 'now',
      heading: 'À faire tout de suite, dans cet ordre',
      blocks: [
        {
          kind: 'steps',
          items: [
            {
              title: 'Ne payez plus rien',
              text: 'N’envoyez plus rien, quoi qu’on vous dise. Ni « taxe », ni « frais », ni « dépôt » pour débloquer votre argent. N’annoncez pas ce que vous allez faire.',
            },
            {
              title: 'Appelez celui par qui l’argent est parti',
              text: 'C’est votre banque, votre service de mobile money ou votre plateforme. Prenez le numéro inscrit sur votre carte ou dans l’application officielle, jamais celui d’une discussion ou d’une recherche. [Que dire](/first-hour#paid) : voyez plus bas.',
            },
            {
              title: 'Coupez-leur l’accès',
              text: 'Vous avez installé une application pour eux, ou partagé votre écran ? Coupez le Wi-Fi et les données de ce téléphone et prenez-en un autre. Changez d’abord le mot de passe de votre e-mail, puis les autres.',
            },
            {
              title: 'Gardez les preuves',
              text: 'N’effacez rien : ni discussion, ni application, ni message. [Cette liste](/first-hour#evidence) dit quoi réunir.',
            },
            {
              title: 'Signalez l’arnaque',
              text: 'Demandez à la police un numéro de dossier. Puis [signalez l’arnaque à Hakiki](/report-scam) pour avertir les autres. Aucun compte n’est nécessaire.',
            },
            {
              title: 'Attendez-vous à une deuxième arnaque',
              text: 'Quelqu’un proposera de récupérer votre argent contre paiement. [Ne le payez pas](/first-hour#recovery).',
            },
          ],
        },
      ],
    },
    {
      id: 'paid',
      heading: 'Comment avez-vous payé ?',
      blocks: [
        {
          kind: 'text',
          text: 'Dites : « J’ai été victime d’une arnaque. Arrêtez ce paiement, retenez l’argent et bloquez mon compte. » Notez l’heure, le nom et le numéro de dossier.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Mobile money',
              text: 'Appelez l’opérateur tout de suite. Un paiement ne peut être repris que tant qu’il est encore sur l’autre compte. N’appelez pas d’abord le destinataire : cela l’avertirait.',
            },
            {
              term: 'Virement ou carte bancaire',
              text: 'Demandez à votre banque de rappeler le paiement et de prévenir la banque du destinataire. Faites bloquer la carte et le compte.',
            },
            {
              term: 'Cryptos envoyées depuis une plateforme',
              text: 'Écrivez à son assistance dans l’application. Demandez d’arrêter le retrait et de bloquer votre compte. Donnez le code de la transaction et l’adresse du destinataire.',
            },
            {
              term: 'Cryptos de votre propre portefeuille',
              text: 'Quelqu’un a vu votre phrase secrète ou votre clé privée ? Alors ce portefeuille est perdu. Sur un appareil sûr, créez-en un nouveau et envoyez-y le reste. Retirez aussi toutes les autorisations données à des sites.',
            },
            {
              term: 'Votre téléphone a perdu le réseau',
              text: 'Quelqu’un a peut-être transféré votre numéro sur une autre carte SIM. Appelez votre opérateur depuis un autre téléphone et faites bloquer la ligne.',
            },
          ],
        },
      ],
    },
    {
      id: 'evidence',
      heading: 'Ce qu’il faut garder',
      blocks: [
        {
          kind: 'text',
          text: 'Copiez les longs codes sous forme de texte. Beaucoup de plateformes refusent un code qui n’est que sur une image. Gardez une copie ailleurs.',
        },
        {
          kind: 'list',
          items: [
            'le code de chaque transaction en cryptos et l’adresse du destinataire',
            'les reçus de la banque et du mobile money, avec numéros de compte et références',
            'les numéros de téléphone, adresses e-mail, pseudonymes et adresses de sites',
            'des captures d’écran des discussions, des profils et des soldes, avec la date et l’heure',
            'un court récit des faits, dans l’ordre',
          ],
        },
      ],
    },
    {
      id: 'report',
      heading: 'Où signaler',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'La police',
              text: 'Demandez un numéro de dossier et le nom de l’agent. Une plateforme ne bloque souvent l’argent qu’à la demande de la police.',
            },
            {
              term: 'Le régulateur',
              text: 'C’est l’autorité publique qui délivre les agréments. Elle peut avertir tout le pays.',
            },
            {
              term: 'Hakiki',
              text: 'Nous vérifions votre [signalement](/report-scam) et pouvons avertir tout le monde. Vous recevez un reçu pour [le suivre](/follow).',
            },
          ],
        },
        {
          kind: 'text',
          text: 'Dans quelques pays, les cryptos elles-mêmes sont interdites. Une plainte peut alors révéler une infraction : demandez d’abord conseil à un avocat.',
        },
      ],
    },
    {
      id: 'recovery',
      heading: 'Ne payez jamais pour récupérer votre argent',
      blocks: [
        {
          kind: 'warning',
          title: 'La deuxième arnaque',
          text: 'Des inconnus proposeront de « récupérer » ou de « tracer » vos cryptos. Ils se diront policiers, avocats ou pirates informatiques. Ce sont souvent les mêmes personnes. Ne payez rien et ne leur donnez ni mot de passe ni phrase secrète.',
        },
        {
          kind: 'text',
          text: 'Hakiki ne propose jamais de récupérer de l’argent et ne se fait jamais payer pour cela.',
        },
      ],
    },
    {
      id: 'alone',
      heading: 'Vous n’êtes pas seul',
      blocks: [
        {
          kind: 'list',
          items: [
            'Parlez-en à une personne de confiance. Faites le prochain appel avec elle.',
            'Ce n’est pas votre faute. Ces gens font cela tous les jours, c’est leur métier.',
            'Si vous pensez à vous faire du mal, appelez les secours ou allez voir quelqu’un tout de suite.',
          ],
        },
      ],
    },
    {
      id: 'next',
      heading: 'Quand tout sera plus calme',
      blocks: [
        {
          kind: 'links',
          items: [
            { label: 'Signaler l’arnaque', href: '/report-scam' },
            { label: 'Suivre un signalement', href: '/follow' },
            { label: 'Vérifier un autre prestataire', href: '/directory' },
            { label: 'Lire le guide de sécurité', href: '/safety' },
          ],
        },
      ],
    },
  ],
};
