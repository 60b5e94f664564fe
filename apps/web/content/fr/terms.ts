import { premiumMoneyBackDays } from '@hakiki/contract/limits';
import type { Page } from '../page.ts';

export const terms: Page = {
  title: 'Conditions d’utilisation',
  description:
    'Les règles de Hakiki en mots simples : pas de conseil financier, contenus honnêtes, corrections, formules payantes, API et droit.',
  lead: 'Voici, en mots simples, les règles entre vous et l’exploitant de Hakiki. En utilisant le site, vous les acceptez.',
  updated: '2026-11-15',
  sections: [
    {
      id: 'service',
      heading: 'Ce qu’est le service',
      blocks: [
        {
          kind: 'text',
          text: 'Hakiki est un registre de services crypto, avec des avis, des signalements et des alertes. La partie publique est gratuite. Les coordonnées de l’exploitant figurent sur la [page de contact](/contact).',
        },
        {
          kind: 'warning',
          title: 'Pas de conseil financier',
          text: 'Vous trouvez ici des informations. Ce n’est ni un conseil financier, juridique ou fiscal, ni une invitation à acheter ou à vendre. Hakiki n’est pas un régulateur. La décision et le risque vous appartiennent.',
        },
      ],
    },
    {
      id: 'account',
      heading: 'Votre compte',
      blocks: [
        {
          kind: 'list',
          items: [
            'Vous devez être majeur là où vous vivez et donner des informations exactes.',
            'Gardez pour vous votre mot de passe et vos clés. Prévenez-nous aussitôt si quelqu’un d’autre s’en est servi.',
            'Vous pouvez fermer votre compte à tout moment. Nous pouvons restreindre ou fermer un compte qui enfreint ces conditions, et nous disons pourquoi.',
          ],
        },
      ],
    },
    {
      id: 'content',
      heading: 'Ce que vous écrivez',
      blocks: [
        {
          kind: 'text',
          text: 'Les signalements, avis et récits ne protègent que si l’on peut s’y fier. Ce que vous envoyez doit donc être :',
        },
        {
          kind: 'list',
          items: [
            'honnête : ce que vous avez vu ou vécu, pas des rumeurs présentées comme des faits',
            'licite : ni menaces, ni haine, ni insultes, ni détails privés d’autrui',
            'personnel : ni copié, ni payé, ni écrit en cachette sur vous-même ou un concurrent',
            'sans danger : ni liens vers des arnaques, ni logiciels malveillants, ni publicité',
          ],
        },
        {
          kind: 'text',
          text: 'Vos textes restent les vôtres. Vous nous autorisez à les conserver, à les vérifier, à les abréger sans en changer le sens, à les publier et à les traduire dans le cadre du service.',
        },
      ],
    },
    {
      id: 'moderation',
      heading: 'Contrôle et corrections',
      blocks: [
        {
          kind: 'text',
          text: 'Nous lisons les contenus avant de les publier. Nous pouvons refuser ou retirer ce qui enfreint ces conditions. Si vous pensez que nous avons tort, [demandez-nous](/contact) un nouvel examen.',
        },
        {
          kind: 'text',
          text: 'Un signalement volontairement faux peut entraîner la restriction du compte.',
        },
      ],
    },
    {
      id: 'listings',
      heading: 'Fiches et droit de réponse',
      blocks: [
        {
          kind: 'text',
          text: 'Nous fixons le statut et le risque d’après les sources dont nous disposons. Un prestataire peut figurer ici sans l’avoir demandé. Il peut répondre, fournir des preuves et demander une correction par la [page de contact](/contact). Nous examinons chaque demande et corrigeons ce qui est faux.',
        },
        {
          kind: 'text',
          text: 'Le prix d’une fiche paie la fiche. Il ne paie jamais un statut, un niveau de risque, une note ou le retrait d’une alerte. Un prestataire ne peut pas présenter son statut comme une recommandation de Hakiki.',
        },
      ],
    },
    {
      id: 'plans',
      heading: 'Formules et paiement',
      blocks: [
        {
          kind: 'list',
          items: [
            'Les prix sont en rands sud-africains et figurent sur la [page des tarifs](/pricing).',
            'Premium court de mois en mois. Vous pouvez résilier à tout moment et gardez l’accès jusqu’à la fin de la période payée.',
            `Premium est garanti « satisfait ou remboursé » pendant ${premiumMoneyBackDays} jours. Faites-en la demande par la [page de contact](/contact).`,
            'Premium commence quand le paiement est confirmé. Les formules annuelles des entreprises suivent leur propre contrat écrit.',
            'Nous annonçons tout nouveau prix avant qu’il s’applique. Vous pouvez résilier d’ici là.',
          ],
        },
      ],
    },
    {
      id: 'api',
      heading: 'Le service de données (API)',
      blocks: [
        {
          kind: 'text',
          text: 'L’API permet à un programme de lire nos données publiques. Gardez votre clé secrète et respectez les limites indiquées dans la documentation. Montrez les données telles quelles, avec leur date et le nom de Hakiki. Ne cherchez pas à savoir qui a signalé quoi et ne nuisez à personne. Nous pouvons bloquer une clé mal utilisée.',
        },
      ],
    },
    {
      id: 'fair-use',
      heading: 'Bon usage du site',
      blocks: [
        {
          kind: 'text',
          text: 'N’essayez pas de forcer l’accès, de surcharger le site, de contourner ses limites ou de vous faire passer pour Hakiki. Si vous trouvez une faille, prévenez-nous d’abord pour que nous puissions la fermer.',
        },
      ],
    },
    {
      id: 'liability',
      heading: 'Notre responsabilité',
      blocks: [
        {
          kind: 'text',
          text: 'Nous travaillons avec soin, mais nous ne pouvons pas promettre que tout soit complet, à jour ou toujours disponible. Dans la mesure permise par la loi, nous ne répondons pas des pertes nées de vos relations avec un prestataire. Rien ici ne limite une responsabilité que la loi interdit de limiter.',
        },
      ],
    },
    {
      id: 'software',
      heading: 'Le logiciel',
      blocks: [
        {
          kind: 'text',
          text: 'Le programme est un logiciel libre sous licence AGPL-3.0, qui vous donne des droits propres. Le nom et l’emblème de Hakiki ne font pas partie de cette licence.',
        },
      ],
    },
    {
      id: 'law',
      heading: 'Droit et modifications',
      blocks: [
        {
          kind: 'text',
          text: 'Le droit du pays de l’exploitant s’applique. Vous gardez les droits de consommateur du pays où vous vivez.',
        },
        {
          kind: 'text',
          text: 'Quand ces conditions changent, la date de cette page change. Les titulaires d’un compte sont prévenus avant tout changement important.',
        },
        {
          kind: 'links',
          items: [
            { label: 'Lire la page Confidentialité', href: '/privacy' },
            { label: 'Nous écrire', href: '/contact' },
          ],
        },
      ],
    },
  ],
};
