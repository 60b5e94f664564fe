import type { Page } from '../page.ts';

export const howWeRate: Page = {
  title: 'Jinsi tunavyopima hatari',
  description:
    'Maana ya hatari ndogo, ya kati na kubwa kwenye Hakiki, mistari mitatu inapima nini, na lini tunasema “Haijatathminiwa”.',
  lead: 'Kiwango cha hatari kinasema uwe mwangalifu kiasi gani. Hatari ikiwa kubwa zaidi, ni mbaya zaidi. Watu wa timu yetu hukiweka, na hakuna anayeweza kulipa ili kukibadilisha.',
  updated: '2026-11-18',
  sections: [
    {
      id: 'levels',
      heading: 'Viwango vitatu',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Hatari ndogo',
              text: 'Tunajua matatizo machache. Haimaanishi kwamba hakuna hatari yoyote: bei hushuka na kampuni hufilisika.',
            },
            {
              term: 'Hatari ya kati',
              text: 'Kuna jambo dhaifu au lisilojulikana. Soma maelezo, anza na kidogo, na ujaribu kutoa pesa.',
            },
            {
              term: 'Hatari kubwa',
              text: 'Kuna maonyo au kuna wasiwasi mkubwa kuhusu mtoa huduma huyu. Usitume pesa.',
            },
            {
              term: 'Haijatathminiwa',
              text: 'Hakuna mtu wa timu yetu aliyempa mtoa huduma huyu alama bado. Hiyo si habari njema wala mbaya. Mchukulie kama mtoa huduma ambaye bado hajachunguzwa.',
            },
          ],
        },
      ],
    },
    {
      id: 'bars',
      heading: 'Mistari mitatu',
      blocks: [
        {
          kind: 'text',
          text: 'Ukurasa wa mtoa huduma unaonyesha mistari mitatu kuanzia 0 hadi 100. Hapa mstari mrefu zaidi ni bora: 80 au zaidi ni nzuri, 50 hadi 79 ni ya kati, chini ya hapo ni mbaya.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Kuzingatia sheria',
              text: 'Leseni na usajili ambao tuliweza kuuhakiki, na jinsi mtoa huduma anavyofuata sheria na kanuni.',
            },
            {
              term: 'Kuridhika kwa watumiaji',
              text: 'Yanayosemwa na maoni na ripoti za watu, baada ya timu yetu kuyachunguza.',
            },
            {
              term: 'Hatua za usalama',
              text: 'Jinsi mtoa huduma anavyolinda pesa na data za watu, kadiri hilo linavyoweza kuthibitishwa.',
            },
          ],
        },
      ],
    },
    {
      id: 'from-bars-to-level',
      heading: 'Kutoka mistari hadi kiwango',
      blocks: [
        {
          kind: 'steps',
          items: [
            {
              title: 'Tunachukua wastani wa mistari',
              text: 'Nzuri (80 au zaidi) inamaanisha hatari ndogo, ya kati (50 hadi 79) inamaanisha hatari ya kati, mbaya (chini ya 50) inamaanisha hatari kubwa.',
            },
            {
              title: 'Maonyo na ripoti vinaweza kukipandisha',
              text: 'Timu yetu huweka kiwango cha juu zaidi kunapokuwa na maonyo au ripoti. Hatuonyeshi kamwe kiwango cha chini kuliko wastani.',
            },
            {
              title: 'Kuwekewa onyo kunamaanisha hatari kubwa',
              text: 'Mtoa huduma tuliyemwekea onyo au kumsimamisha huonyeshwa daima kwa hatari kubwa, hata mistari yake ionyeshe nini.',
            },
          ],
        },
      ],
    },
    {
      id: 'limits',
      heading: 'Kiwango hakikuambii nini',
      blocks: [
        {
          kind: 'list',
          items: [
            'Si ahadi. Mtoa huduma mwenye hatari ndogo bado anaweza kufilisika, kudukuliwa au kuacha kulipa.',
            'Si ushauri wa kununua, kuuza au kuwekeza. Bei ya sarafu haihusiani kabisa na kiwango hiki.',
            'Hakimhusu mtu mmoja peke yake. Mtu anayekuandikia kwa jina la kampuni nzuri bado anaweza kuwa tapeli.',
            'Si kipya kuliko vyanzo vyake. Tazama tarehe iliyo kando ya kila taarifa: uchunguzi wa zamani unasema machache kuliko mpya.',
          ],
        },
        {
          kind: 'warning',
          title: 'Kabla ya kumlipa mtu yeyote',
          text: 'Soma kwa nini tunasema hivyo, si kiwango tu. Kisha tuma kiasi kidogo na ukitoe tena kabla ya kutuma zaidi.',
        },
      ],
    },
    {
      id: 'changes',
      heading: 'Nani anakibadilisha, na jinsi ya kukipinga',
      blocks: [
        {
          kind: 'text',
          text: 'Mtu wa timu yetu huweka alama na kiwango, na huandika sababu. Kupunguza uzito wa onyo kunahitaji watu wawili. Malipo hayahusiki kabisa na jambo hili.',
        },
        {
          kind: 'text',
          text: 'Kila badiliko liko wazi, pamoja na sababu na tarehe yake. Ukitajwa na hukubaliani, unaweza kukata rufaa kwenye ukurasa wa mtoa huduma. Maana ya hali iko kwenye [mwongozo wa usalama](/safety#meaning).',
        },
      ],
    },
  ],
};
