import { premiumMoneyBackDays } from '@hakiki/contract/limits';
import type { Page } from '../page.ts';

export const terms: Page = {
  title: 'Masharti ya matumizi',
  description:
    'Kanuni za kutumia Hakiki kwa maneno rahisi: hakuna ushauri wa fedha, maudhui ya kweli, masahihisho, mipango ya kulipia, huduma ya data na sheria.',
  lead: 'Hizi ni kanuni kati yako na mwendeshaji wa Hakiki, kwa maneno rahisi. Kwa kutumia tovuti unazikubali.',
  updated: '2026-11-15',
  sections: [
    {
      id: 'service',
      heading: 'Huduma hii ni nini',
      blocks: [
        {
          kind: 'text',
          text: 'Hakiki ni rejista ya huduma za crypto yenye maoni, ripoti na maonyo. Sehemu ya wazi ni bure. Taarifa za mwendeshaji ziko kwenye [ukurasa wa mawasiliano](/contact).',
        },
        {
          kind: 'warning',
          title: 'Si ushauri wa fedha',
          text: 'Unachosoma hapa ni taarifa. Si ushauri wa fedha, wa sheria wala wa kodi, na si mwaliko wa kununua au kuuza. Hakiki si mdhibiti. Uamuzi na hatari ni vyako.',
        },
      ],
    },
    {
      id: 'account',
      heading: 'Akaunti yako',
      blocks: [
        {
          kind: 'list',
          items: [
            'Lazima uwe mtu mzima mahali unapoishi, na utoe taarifa sahihi.',
            'Nenosiri na funguo zako ni siri yako. Tuambie mara moja kama mtu mwingine amezitumia.',
            'Unaweza kufunga akaunti yako wakati wowote. Tunaweza kuweka mipaka au kufunga akaunti inayovunja masharti haya, na tunasema sababu.',
          ],
        },
      ],
    },
    {
      id: 'content',
      heading: 'Unachoandika',
      blocks: [
        {
          kind: 'text',
          text: 'Ripoti, maoni na simulizi huwalinda wengine pale tu zinapoaminika. Kwa hiyo unachotuma lazima kiwe:',
        },
        {
          kind: 'list',
          items: [
            'cha kweli: ulichoona au kilichokupata, si uvumi unaotolewa kama ukweli',
            'halali: bila vitisho, chuki, matusi au mambo ya faragha ya watu wengine',
            'chako mwenyewe: si cha kunakili, si cha kulipwa, na si kwa siri kujihusu wewe au mshindani wako',
            'kisicho na madhara: bila viungo vya ulaghai, programu hasidi wala matangazo',
          ],
        },
        {
          kind: 'text',
          text: 'Unachoandika kinabaki chako. Unaturuhusu kukihifadhi, kukichunguza, kukifupisha bila kubadilisha maana, kukichapisha na kukitafsiri kama sehemu ya huduma.',
        },
      ],
    },
    {
      id: 'moderation',
      heading: 'Uchunguzi na masahihisho',
      blocks: [
        {
          kind: 'text',
          text: 'Tunasoma maudhui kabla ya kuwa hadharani. Tunaweza kukataa au kuondoa kinachovunja masharti haya. Ukiona tumekosea, [tuombe](/contact) tuangalie tena.',
        },
        {
          kind: 'text',
          text: 'Ripoti za uongo za makusudi zinaweza kusababisha akaunti kuwekewa mipaka.',
        },
      ],
    },
    {
      id: 'listings',
      heading: 'Kurasa za watoa huduma na haki ya kujibu',
      blocks: [
        {
          kind: 'text',
          text: 'Tunaamua hali na hatari kwa vyanzo tulivyo navyo. Mtoa huduma anaweza kuwekwa kwenye orodha bila kuomba. Anaweza kujibu, kutuma ushahidi na kuomba masahihisho kupitia [ukurasa wa mawasiliano](/contact). Tunaangalia kila ombi na kusahihisha kilicho na kosa.',
        },
        {
          kind: 'text',
          text: 'Ada ya ukurasa hulipia ukurasa. Hailipii kamwe hali, kiwango cha hatari, alama wala kuondolewa kwa onyo. Mtoa huduma haruhusiwi kuonyesha hali yake kama pendekezo la Hakiki.',
        },
      ],
    },
    {
      id: 'plans',
      heading: 'Mipango na malipo',
      blocks: [
        {
          kind: 'list',
          items: [
            'Bei ni kwa randi za Afrika Kusini. Utazipata kwenye [ukurasa wa bei](/pricing).',
            'Premium ni ya mwezi hadi mwezi. Unaweza kusitisha wakati wowote na kubaki na huduma hadi mwisho wa kipindi cha malipo.',
            `Premium ina dhamana ya kurudishiwa pesa ndani ya siku ${premiumMoneyBackDays}. Omba kupitia [ukurasa wa mawasiliano](/contact).`,
            'Premium huanza malipo yakithibitishwa. Mipango ya mwaka ya kampuni hufuata mkataba wake wa maandishi.',
            'Tunatangaza bei mpya kabla haijaanza. Unaweza kusitisha kwanza.',
          ],
        },
      ],
    },
    {
      id: 'api',
      heading: 'Huduma ya data (API)',
      blocks: [
        {
          kind: 'text',
          text: 'API huiwezesha programu kusoma data yetu ya wazi. Tunza siri ya ufunguo wako na usivuke mipaka iliyo kwenye maelekezo yake. Onyesha data kama ilivyo, pamoja na tarehe yake na jina Hakiki. Usiitumie kujua nani aliripoti kitu, wala kudhuru watu. Tunaweza kusimamisha ufunguo unaotumiwa vibaya.',
        },
      ],
    },
    {
      id: 'fair-use',
      heading: 'Matumizi mema ya tovuti',
      blocks: [
        {
          kind: 'text',
          text: 'Usijaribu kuingia kwa nguvu, kuilemea tovuti, kukwepa mipaka yake au kujifanya Hakiki. Ukigundua udhaifu, tuambie sisi kwanza ili tuweze kuuziba.',
        },
      ],
    },
    {
      id: 'liability',
      heading: 'Tunachowajibika nacho',
      blocks: [
        {
          kind: 'text',
          text: 'Tunafanya kazi kwa uangalifu, lakini hatuwezi kuahidi kwamba kila kitu kimekamilika, ni cha sasa au kinapatikana daima. Kadiri sheria inavyoruhusu, hatuwajibiki kwa hasara za shughuli kati yako na mtoa huduma. Hakuna lolote hapa linalopunguza wajibu ambao sheria hairuhusu tuupunguze.',
        },
      ],
    },
    {
      id: 'software',
      heading: 'Programu',
      blocks: [
        {
          kind: 'text',
          text: 'Programu hii ni programu huria chini ya leseni ya AGPL-3.0, inayokupa haki zake yenyewe. Jina na alama ya Hakiki si sehemu ya leseni hiyo.',
        },
      ],
    },
    {
      id: 'law',
      heading: 'Sheria na mabadiliko',
      blocks: [
        {
          kind: 'text',
          text: 'Sheria ya nchi ya mwendeshaji ndiyo inayotumika. Haki za mtumiaji za nchi unayoishi zinabaki kuwa zako.',
        },
        {
          kind: 'text',
          text: 'Masharti haya yakibadilika, tarehe ya ukurasa huu hubadilika. Wenye akaunti huambiwa kabla badiliko muhimu halijaanza.',
        },
        {
          kind: 'links',
          items: [
            { label: 'Soma taarifa ya faragha', href: '/privacy' },
            { label: 'Wasiliana nasi', href: '/contact' },
          ],
        },
      ],
    },
  ],
};
