import type { Page } from '../page.ts';

export const safety: Page = {
  title: 'Mwongozo wa usalama',
  description:
    'Jinsi ya kuhakiki huduma ya crypto kabla ya kulipa, dalili za ulaghai, na la kufanya katika saa ya kwanza kama umepoteza pesa.',
  lead: 'Tumia dakika kumi kabla ya kutuma pesa. Je, umeshatuma? Nenda moja kwa moja kwenye [saa ya kwanza](/first-hour).',
  updated: '2026-11-15',
  sections: [
    {
      id: 'verify',
      heading: 'Jinsi ya kumhakiki mtoa huduma',
      blocks: [
        {
          kind: 'text',
          text: 'Mtoa huduma ni kampuni au mtu anayekutunzia, anayekuhamishia au anayekubadilishia crypto. Fanya hatua hizi kwa mpangilio. Acha kwenye hatua ya kwanza inayoshindwa.',
        },
        {
          kind: 'steps',
          items: [
            {
              title: 'Mtafute kwenye Hakiki',
              text: 'Tafuta jina kamili kwenye [orodha ya watoa huduma](/directory). Soma hali, kiwango cha hatari na sababu, si nyota tu.',
            },
            {
              title: 'Muulize mdhibiti wewe mwenyewe',
              text: 'Mdhibiti ni ofisi ya umma inayotoa leseni. Andika mwenyewe anwani ya tovuti yake na utafute kwenye rejista yake. Kwa mfano, nchini Afrika Kusini, FSCA ina utafutaji wa wazi wa watoa huduma wenye leseni. Jina, nambari ya leseni na tovuti lazima vyote vilingane.',
            },
            {
              title: 'Soma anwani ya tovuti herufi kwa herufi',
              text: 'Tovuti bandia hubadilisha herufi moja, huongeza neno au hutumia mwisho tofauti. Alama ya kufuli inamaanisha muunganisho wa faragha, si mmiliki mwaminifu.',
            },
            {
              title: 'Pata programu kutoka mahali sahihi',
              text: 'Fuata kiungo kwenye tovuti ya mtoa huduma mwenyewe hadi duka la programu. Angalia jina la mtengenezaji. Usisakinishe kamwe programu kutoka faili au kiungo cha kwenye chat.',
            },
            {
              title: 'Jua nani yuko nyuma yake',
              text: 'Tafuta jina la kampuni, nambari ya usajili na masharti yaliyoandikwa. Kama hujui nani anashika pesa zako, usitume.',
            },
            {
              title: 'Jaribu kwa kiasi kidogo, kisha kitoe',
              text: 'Tuma kiasi unachoweza kupoteza, kisha kitoe chote. Ikishindikana, acha. Ikifanikiwa, endelea kuwa mwangalifu: baadhi ya matapeli hurudisha kiasi kidogo ili wakuamini.',
            },
            {
              title: 'Lala kwanza, amua kesho',
              text: 'Zungumza na mtu asiyepata faida kutokana na uamuzi wako. Ofa nzuri bado itakuwepo kesho.',
            },
          ],
        },
      ],
    },
    {
      id: 'meaning',
      heading: 'Alama zetu zinamaanisha nini',
      blocks: [
        {
          kind: 'text',
          text: 'Hali inasema tulichoweza kuthibitisha. Kiwango cha hatari kinasema uwe mwangalifu kiasi gani.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Imethibitishwa',
              text: 'Tulilinganisha taarifa kuu za mtoa huduma na vyanzo tulivyokuwa navyo. Si ahadi kwamba hakuna kitakachoharibika.',
            },
            {
              term: 'Yenye mipaka',
              text: 'Tuliweza kuthibitisha baadhi ya taarifa, si zote. Jua kinachokosekana kabla hujaamua.',
            },
            { term: 'Inasubiri', text: 'Uchunguzi haujaisha. Mchukulie mtoa huduma kama hajachunguzwa.' },
            {
              term: 'Imewekewa onyo',
              text: 'Timu iliona dalili kubwa za hatari. Sababu ziko kwenye ukurasa wa mtoa huduma.',
            },
            {
              term: 'Imesimamishwa',
              text: 'Ametolewa kwenye orodha. Ukurasa wake unabaki, pamoja na sababu na tarehe, kama onyo.',
            },
          ],
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Hatari ndogo',
              text: 'Tunajua matatizo machache. Bado kuna hatari fulani: bei hushuka na kampuni hufilisika.',
            },
            {
              term: 'Hatari ya kati',
              text: 'Baadhi ya mambo ni dhaifu au hayajulikani. Soma maelezo na uanze na kidogo.',
            },
            { term: 'Hatari kubwa', text: 'Kuna wasiwasi mkubwa. Usitume pesa unazozihitaji.' },
          ],
        },
        {
          kind: 'text',
          text: 'Mtoa huduma asiye kwenye orodha hii si mzuri wala mbaya. Inamaanisha tu kwamba lazima umhakiki mwenyewe.',
        },
      ],
    },
    {
      id: 'warning-signs',
      heading: 'Dalili za hatari',
      blocks: [
        { kind: 'text', text: 'Moja ya hizi ni sababu ya kusimama. Mbili ni sababu ya kuondoka.' },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Faida ya uhakika',
              text: 'Hakuna anayeweza kuahidi faida, kama “2% kila siku”. Uwekezaji wa kweli unaweza kupoteza pesa.',
            },
            {
              term: 'Shinikizo',
              text: '“Leo tu”, “nafasi za mwisho”, “usimwambie mtu”. Haraka na siri hukuzuia kuhakiki.',
            },
            {
              term: 'Kulipwa kwa kuleta watu',
              text: 'Unapata pesa kwa kuleta marafiki na familia. Watu wapya wakiacha kuja, pesa zimekwisha.',
            },
            {
              term: 'Lipa ili utoe pesa',
              text: 'Lazima ulipe “kodi”, “ada” au “amana” kabla ya kupata pesa zako mwenyewe. Kamwe si malipo ya mwisho.',
            },
            {
              term: 'Kudhibiti simu yako',
              text: 'Mtu anakuomba usakinishe programu inayomwezesha kuona au kutumia skrini yako. Kisha anaweza kutumia akaunti zako.',
            },
            {
              term: 'Mapenzi au urafiki mtandaoni',
              text: 'Mtu ambaye hamjawahi kuonana anakuwa karibu haraka, kisha anakuonyesha njia ya kuwekeza.',
            },
            {
              term: 'Programu na tovuti bandia',
              text: 'Salio kwenye skrini linakua, lakini ni picha tu. Hakuna pesa zinazotoka.',
            },
            {
              term: 'Majina ya uongo',
              text: 'Mtu anadai kuwa ni mtu maarufu, benki, mdhibiti au Hakiki. Hakiki kwa njia nyingine uliyoipata mwenyewe.',
            },
            {
              term: '“Huduma kwa wateja” kwenye chat',
              text: 'Wanaokuandikia kwanza kwa WhatsApp, Telegram au mitandao ya kijamii si huduma kwa wateja. Tumia tovuti ya mtoa huduma mwenyewe.',
            },
          ],
        },
      ],
    },
    {
      id: 'first-hour',
      heading: 'Saa ya kwanza baada ya ulaghai',
      blocks: [
        {
          kind: 'text',
          text: 'Umepoteza pesa? Chukua hatua mara moja: acha kulipa, mpigie aliyehamisha pesa, tunza kila ujumbe. Hatua ni fupi, kwa mpangilio, kwenye [ukurasa wake wenyewe](/first-hour). Unamsaidia mtu? Zifanyeni pamoja.',
        },
        { kind: 'links', items: [{ label: 'Fungua saa ya kwanza', href: '/first-hour' }] },
      ],
    },
    {
      id: 'recovery',
      heading: 'Usilipe kamwe ili kurudishiwa pesa',
      blocks: [
        {
          kind: 'warning',
          title: 'Ulaghai wa pili',
          text: 'Baada ya hasara, watu usiowajua wanaweza kudai “kurudisha” au “kufuatilia” crypto yako kwa ada. Wengine hujifanya polisi, mawakili au wadukuzi. Mara nyingi ni watu walewale. Usiwalipe, na usiwape nenosiri wala maneno ya kurejesha.',
        },
        {
          kind: 'text',
          text: 'Malipo ya crypto hayawezi kubatilishwa. Ni mwenye sarafu tu anayeweza kuzirudisha. Hakiki haijitolei kamwe kurudisha pesa na haiombi kamwe kulipwa kwa hilo.',
        },
      ],
    },
    {
      id: 'keys',
      heading: 'Tunza funguo zako salama',
      blocks: [
        {
          kind: 'text',
          text: 'Maneno ya kurejesha ni orodha ya maneno inayofungua pochi yako. Aliye nayo anamiliki sarafu zako.',
        },
        {
          kind: 'list',
          items: [
            'Yaandike kwenye karatasi na uitunze mahali pawili salama. Usiyapige picha wala kuyahifadhi mtandaoni.',
            'Usiyaandike kamwe kwenye tovuti wala kumsomea mtu yeyote. Huduma kwa wateja ya kweli haiyaombi kamwe.',
            'Tumia nenosiri tofauti kwa kila akaunti, na programu ya kutunza manenosiri ili uyakumbuke.',
            'Kwa misimbo ya kuingia, programu ni salama kuliko SMS. Usimpe mtu msimbo kamwe.',
            'Kabla ya kutuma, linganisha herufi za kwanza na za mwisho za anwani.',
          ],
        },
      ],
    },
    {
      id: 'helping',
      heading: 'Kumsaidia mtu mwingine',
      blocks: [
        {
          kind: 'list',
          items: [
            'Usilaumu. Aibu huwafanya watu wanyamaze, na ukimya humsaidia tapeli.',
            'Kwanza sikiliza. Kisha fanyeni pamoja hatua za saa ya kwanza.',
            'Kama bado anaamini ofa, msigombane. Mwombe ajaribu kutoa pesa zote, bila kulipa ada yoyote.',
            'Endelea kuwasiliana naye. Matapeli hurudi, mara nyingi kwa jina jipya.',
            'Mtu akizungumzia kujidhuru, kaa naye na upigie huduma ya dharura ya eneo lako.',
          ],
        },
      ],
    },
    {
      id: 'next',
      heading: 'Unachoweza kufanya sasa',
      blocks: [
        {
          kind: 'links',
          items: [
            { label: 'Hakiki mtoa huduma', href: '/directory' },
            { label: 'Ripoti ulaghai', href: '/report-scam' },
            { label: 'Soma maonyo ya sasa', href: '/reports' },
            { label: 'Pata majibu kwenye kituo cha msaada', href: '/help' },
          ],
        },
      ],
    },
  ],
};
