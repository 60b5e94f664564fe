import type { Page } from '../page.ts';

export const firstHour: Page = {
  title: 'Nimepoteza pesa: saa ya kwanza',
  description:
    'Umepoteza pesa kwa ulaghai wa crypto? La kufanya katika saa ya kwanza, kwa mpangilio: acha kulipa, piga simu, tunza ushahidi, ripoti.',
  lead: 'Pumua. Hili huwapata hata watu waangalifu. Dakika ni muhimu, kwa hiyo fuata hatua hizi kwa mpangilio, moja moja.',
  updated: '2026-11-15',
  sections: [
    {
      id: 'now',
      heading: 'Fanya hivi sasa, kwa mpangilio huu',
      blocks: [
        {
          kind: 'steps',
          items: [
            {
              title: 'Acha kulipa',
              text: 'Usitume tena chochote, hata waseme nini. Si “kodi”, si “ada”, si “amana” ya kufungua pesa zako. Usiwaambie utakachofanya baadaye.',
            },
            {
              title: 'Mpigie aliyehamisha pesa zako',
              text: 'Huyo ni benki yako, huduma yako ya pesa za simu au soko lako la crypto (exchange). Tumia nambari iliyo kwenye kadi yako au kwenye programu rasmi, kamwe si ya kwenye chat au ya kutafuta mtandaoni. Tazama [la kusema](/first-hour#paid) hapa chini.',
            },
            {
              title: 'Wafungie nje',
              text: 'Je, ulisakinisha programu kwa ajili yao, au uliwaonyesha skrini yako? Zima Wi-Fi na data kwenye simu hiyo na utumie nyingine. Badilisha kwanza nenosiri la barua pepe, kisha mengine.',
            },
            {
              title: 'Tunza ushahidi',
              text: 'Usifute chochote: si chat, si programu, si ujumbe. [Orodha hii](/first-hour#evidence) inasema cha kukusanya.',
            },
            {
              title: 'Ripoti',
              text: 'Omba polisi nambari ya kesi. Kisha [ripoti ulaghai kwa Hakiki](/report-scam), ili wengine waonywe. Huhitaji akaunti.',
            },
            {
              title: 'Tarajia ulaghai wa pili',
              text: 'Mtu atajitolea kukurudishia pesa zako kwa ada. [Usimlipe](/first-hour#recovery).',
            },
          ],
        },
      ],
    },
    {
      id: 'paid',
      heading: 'Ulilipaje?',
      blocks: [
        {
          kind: 'text',
          text: 'Sema: “Nimetapeliwa. Tafadhali simamisha malipo haya, zuia pesa na ufunge akaunti yangu.” Andika saa, jina na nambari ya kesi.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Pesa za simu',
              text: 'Pigia kampuni ya simu mara moja. Malipo yanaweza kurudishwa tu yakiwa bado kwenye akaunti ya aliyepokea. Usimpigie kwanza aliyepokea: hilo linamwonya.',
            },
            {
              term: 'Benki au kadi',
              text: 'Omba benki yako irudishe malipo na iionye benki iliyopokea. Omba kadi na akaunti zifungwe.',
            },
            {
              term: 'Crypto kutoka soko la crypto',
              text: 'Andikia huduma kwa wateja ndani ya programu. Omba wazuie utoaji na wafunge akaunti yako. Toa msimbo wa muamala na anwani iliyopokea.',
            },
            {
              term: 'Crypto kutoka pochi yako mwenyewe',
              text: 'Je, kuna aliyeona maneno yako ya kurejesha au ufunguo wako binafsi? Basi pochi hiyo imepotea. Kwenye kifaa salama, tengeneza pochi mpya na utume kilichobaki huko. Pia ondoa kila ruhusa uliyoipa tovuti.',
            },
            {
              term: 'Simu yako imepoteza mtandao',
              text: 'Huenda mtu amehamishia nambari yako kwenye laini nyingine ya SIM. Pigia mtandao wako kwa simu nyingine na uombe laini ifungwe.',
            },
          ],
        },
      ],
    },
    {
      id: 'evidence',
      heading: 'Cha kutunza',
      blocks: [
        {
          kind: 'text',
          text: 'Nakili misimbo mirefu kama maandishi. Masoko mengi ya crypto hukataa msimbo ulio kwenye picha tu. Tunza nakala ya pili mahali pengine.',
        },
        {
          kind: 'list',
          items: [
            'msimbo wa muamala wa kila malipo ya crypto na anwani iliyopokea',
            'risiti za benki na za pesa za simu, zenye nambari za akaunti na za kumbukumbu',
            'nambari za simu, anwani za barua pepe, majina ya watumiaji na anwani za tovuti',
            'picha za skrini za chat, wasifu na salio, zenye tarehe na saa',
            'orodha fupi ya yaliyotokea, kwa mpangilio',
          ],
        },
      ],
    },
    {
      id: 'report',
      heading: 'Pa kuripoti',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Polisi',
              text: 'Omba nambari ya kesi na jina la afisa. Mara nyingi soko la crypto huzuia pesa pale tu polisi wanapoomba.',
            },
            {
              term: 'Mdhibiti',
              text: 'Hiyo ni ofisi ya umma inayotoa leseni. Inaweza kuonya nchi nzima.',
            },
            {
              term: 'Hakiki',
              text: 'Tunachunguza [ripoti](/report-scam) yako na tunaweza kuwaonya wote. Unapata risiti ya [kuifuatilia](/follow).',
            },
          ],
        },
        {
          kind: 'text',
          text: 'Katika nchi chache, crypto yenyewe imekatazwa. Huko, ripoti kwa polisi inaweza kuwa kukiri kosa: muulize wakili kwanza.',
        },
      ],
    },
    {
      id: 'recovery',
      heading: 'Usilipe kamwe ili kurudishiwa pesa',
      blocks: [
        {
          kind: 'warning',
          title: 'Ulaghai wa pili',
          text: 'Watu usiowajua watajidai “kurudisha” au “kufuatilia” crypto yako. Wanaweza kusema ni polisi, mawakili au wadukuzi. Mara nyingi ni watu walewale. Usilipe chochote, na usiwape nenosiri wala maneno ya kurejesha.',
        },
        {
          kind: 'text',
          text: 'Hakiki haijitolei kamwe kurudisha pesa na haiombi kamwe kulipwa kwa hilo.',
        },
      ],
    },
    {
      id: 'alone',
      heading: 'Hauko peke yako',
      blocks: [
        {
          kind: 'list',
          items: [
            'Mwambie mtu mmoja unayemwamini. Pigeni simu inayofuata pamoja.',
            'Si kosa lako. Watu hawa hufanya hivi kila siku, ndiyo kazi yao.',
            'Ukifikiria kujidhuru, pigia huduma ya dharura ya eneo lako au nenda kwa mtu sasa.',
          ],
        },
      ],
    },
    {
      id: 'next',
      heading: 'Ukitulia',
      blocks: [
        {
          kind: 'links',
          items: [
            { label: 'Ripoti ulaghai', href: '/report-scam' },
            { label: 'Fuatilia ripoti', href: '/follow' },
            { label: 'Hakiki mtoa huduma mwingine', href: '/directory' },
            { label: 'Soma mwongozo wa usalama', href: '/safety' },
          ],
        },
      ],
    },
  ],
};
