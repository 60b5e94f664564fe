import type { Page } from '../page.ts';

export const figures: Page = {
  title: 'Takwimu zetu zinamaanisha nini',
  description:
    'Maana ya kila takwimu kwenye Hakiki: watoa huduma, maonyo, maamuzi, takwimu za wadhibiti, matumizi ya API na malipo.',
  lead: 'Takwimu ina maana moja, popote tunapoionyesha. Kurasa mbili zikitofautiana, hilo ni kosa: tafadhali [tuambie](/contact).',
  updated: '2026-11-18',
  sections: [
    {
      id: 'register',
      heading: 'Rejista',
      blocks: [
        { kind: 'text', text: 'Kwenye ukurasa wa mwanzo, kwenye [orodha ya watoa huduma](/directory) na kwenye API.' },
        {
          kind: 'definitions',
          items: [
            { term: 'Watoa huduma', text: 'Watoa huduma wote wenye ukurasa wa wazi, isipokuwa waliosimamishwa.' },
            {
              term: 'Watoa huduma waliothibitishwa na waliowekewa onyo',
              text: 'Watoa huduma walio wazi ambao wana uamuzi huu sasa.',
            },
            {
              term: 'Nchi',
              text: 'Nchi ambako angalau mtoa huduma mmoja aliye wazi anatoa huduma zake. “Nyingine” si nchi.',
            },
            { term: 'Alama', text: 'Wastani wa maoni yaliyokubaliwa, kwa desimali moja. Bila maoni hakuna alama.' },
            {
              term: 'Hatari',
              text: 'Kiwango kinachoelezwa na [Jinsi tunavyopima hatari](/how-we-rate). Mtoa huduma aliyewekewa onyo daima ni Hatari kubwa.',
            },
          ],
        },
      ],
    },
    {
      id: 'warnings',
      heading: 'Maonyo na ripoti',
      blocks: [
        { kind: 'text', text: 'Kwenye [Ripoti](/reports), [Tahadhari](/alerts) na kurasa za watoa huduma.' },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Tahadhari zinazotumika',
              text: 'Tahadhari za ulaghai zilizokubaliwa ambazo hazijaondolewa. Ripoti za ulaghai uleule ni sehemu ya tahadhari moja.',
            },
            {
              term: 'Ripoti zilizo nyuma ya tahadhari',
              text: 'Ripoti yake yenyewe na ripoti zote ambazo timu yetu imeziunganisha nayo.',
            },
            { term: 'Ripoti za wazi', text: 'Ripoti za matatizo ambazo timu yetu inazichunguza au imezitatua.' },
            {
              term: 'Hasara za tahadhari',
              text: 'Hasara zinazotajwa na ripoti zake, kwa randi na zikikadiriwa hadi tarakimu mbili. Huonyeshwa kuanzia ripoti tatu zenye kiasi.',
            },
          ],
        },
      ],
    },
    {
      id: 'decisions',
      heading: 'Maamuzi',
      blocks: [
        {
          kind: 'text',
          text: 'Kwenye [Uwazi](/transparency), yakihesabiwa kutoka [kumbukumbu ya maamuzi](/decisions), na kwenye muhtasari wa timu yetu.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Yaliyopokelewa',
              text: 'Ripoti za ulaghai, ripoti za matatizo na watoa huduma waliopendekezwa, wawe wazi au la, kwa siku walipofika (UTC).',
            },
            { term: 'Yaliyoamuliwa', text: 'Maamuzi ya kwanza kuhusu kile watu walichotuma.' },
            {
              term: 'Nusu ziliamuliwa ndani ya',
              text: 'Nambari ya katikati ya saa kamili tangu kufika hadi uamuzi wa kwanza: idadi ya saa iliyotokea kweli.',
            },
            {
              term: 'Maamuzi',
              text: 'Maamuzi yaliyobadilisha hali ya kitu kilicho wazi. Rufaa na mapingamizi huhesabiwa peke yake. Kosa lililorekebishwa ndani ya sekunde halihesabiwi.',
            },
            {
              term: 'Mapingamizi',
              text: 'Mapingamizi yote kuhusu kiungo, pochi, nambari au jina, kwa siku yalipofika (UTC), pamoja na mangapi yalikubaliwa na kukataliwa. Watu kadhaa wanaopinga kitu kimoja huhesabiwa kila mmoja. Nusu ziliamuliwa ndani ya: nambari ya katikati ya saa kamili tangu kufika hadi uamuzi.',
            },
            { term: 'Yaliyobatilishwa', text: 'Maamuzi yaliyogeuzwa na uamuzi wa baadaye, katika mwezi yalipogeuzwa.' },
          ],
        },
      ],
    },
    {
      id: 'regtech',
      heading: 'Takwimu za wadhibiti',
      blocks: [
        {
          kind: 'text',
          text: 'Kwenye [RegTech](/regtech) na katika faili zake. Miezi ni ya UTC. Takwimu za mwezi uliofungwa hazibadiliki kamwe.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Malalamiko',
              text: 'Tahadhari na ripoti zilizokuwa wazi kwa mara ya kwanza katika mwezi huo, hata zilifika lini. Kwa nchi: linalohusu nchi kadhaa huhesabiwa katika kila moja. Hii ni chini ya “yaliyopokelewa”, ambayo inajumuisha yasiyochapishwa kamwe. Katika faili: complaints.',
            },
            { term: 'Mabadiliko', text: 'Malalamiko ya mwezi kutoa yale ya mwezi uliotangulia.' },
            {
              term: 'Mipango mipya ya ulaghai',
              text: 'Tahadhari kati ya malalamiko. Ripoti za baadaye za ulaghai uleule huhesabiwa katika tahadhari yake. Katika faili: new_schemes.',
            },
            {
              term: 'Hasara kwa randi',
              text: 'Jumla ya hasara ambazo tahadhari za mwezi zinataja kwa randi. Huonyeshwa mwezi ukifungwa, kuanzia tahadhari tatu zenye kiasi. Katika faili: losses.',
            },
            {
              term: 'Saa za katikati hadi uamuzi',
              text: 'Nambari ya katikati ya saa kamili tangu kufika hadi uamuzi wa kwanza, kwa malalamiko ya mwezi. Huonyeshwa kuanzia malalamiko matatu. Katika faili: median_hours_to_decision.',
            },
            {
              term: 'Watoa huduma waliothibitishwa na waliowekewa onyo',
              text: 'Watoa huduma walio wazi wa nchi wenye uamuzi huu katika usiku wa mwisho wa mwezi. Katika faili: listed_providers (wote), verified_providers, flagged_providers.',
            },
            {
              term: 'Alama ya kuzingatia sheria',
              text: 'Wastani wa kuzingatia sheria (0 hadi 100) wa watoa huduma wote walio wazi. Katika faili: compliance_score.',
            },
            {
              term: 'Watoa huduma wenye hatari kubwa',
              text: 'Sehemu ya watoa huduma walio wazi ambao hatari yao inayoonyeshwa ni Kubwa. Katika faili: high_risk_providers.',
            },
            { term: 'Eneo linalohusika', text: 'Nchi za rejista, kama ilivyo hapo juu. Katika faili: coverage.' },
          ],
        },
      ],
    },
    {
      id: 'api',
      heading: 'Matumizi ya API',
      blocks: [
        { kind: 'text', text: 'Kwenye ukurasa wa funguo zako za API.' },
        {
          kind: 'definitions',
          items: [
            { term: 'Maombi', text: 'Maombi yote kwa funguo zako, pamoja na funguo za majaribio, kwa siku ya UTC.' },
            {
              term: 'Yaliyotumika',
              text: 'Maombi ya mwezi huu yanayotumia mgao. Majibu yasiyobadilika (304), maombi yaliyokataliwa kwa sababu ya ufunguo au kikomo, hitilafu zetu wenyewe na funguo za majaribio hayatumii kitu.',
            },
            { term: 'Yaliyobaki', text: 'Mgao kutoa yaliyotumika, sawa na kwenye kichwa cha RateLimit.' },
            { term: 'Matumizi ya mwisho', text: 'Ombi la mwisho kwa ufunguo huu lililotufikia.' },
          ],
        },
      ],
    },
    {
      id: 'money',
      heading: 'Malipo na ankara',
      blocks: [
        { kind: 'text', text: 'Kwenye ankara, na kwenye muhtasari wa timu yetu. Miezi ni ya saa za Afrika Kusini.' },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Jumla ya ankara',
              text: 'Kinachopaswa kulipwa, kwa randi. Ankara iliyolipwa inaonyesha siku na kiasi cha malipo.',
            },
            {
              term: 'Yaliyopokelewa',
              text: 'Malipo ya mipango yaliyothibitishwa, na ankara za mwaka zilizolipwa, kwa siku tuliyoyathibitisha.',
            },
            { term: 'Yaliyorudishwa', text: 'Marejesho ya pesa tuliyolipa.' },
          ],
        },
      ],
    },
  ],
};
