import type { Page } from '../page.ts';

export const about: Page = {
  title: 'Kuhusu Hakiki',
  description:
    'Hakiki ni rejista ya wazi ya huduma za crypto Afrika: ni nini, inavyoamua, nani anailipia, na isichodai.',
  lead: 'Kuhakiki ni kuchunguza kama jambo ni la kweli. Tunawasaidia watu wa Afrika kuhakiki huduma ya crypto kabla ya kuiamini na pesa zao. Hakiki kabla ya kuamini.',
  updated: '2026-11-15',
  sections: [
    {
      id: 'what',
      heading: 'Hakiki ni nini',
      blocks: [
        {
          kind: 'text',
          text: 'Hakiki ni rejista ya wazi. Inaorodhesha masoko ya crypto, madalali, pochi, ofisi za kubadilisha crypto, huduma za mtu kwa mtu na mipango ya biashara ya mtandao (network marketing). Kwa kila moja inaonyesha kilichoweza kuthibitishwa, hatari yake na watu wanasema nini.',
        },
        {
          kind: 'text',
          text: 'Pia inakusanya ripoti za ulaghai na kuchapisha maonyo baada ya kuyachunguza. Kusoma, kutafuta, kulinganisha na kuripoti ni bure na hakuhitaji akaunti.',
        },
      ],
    },
    {
      id: 'for-whom',
      heading: 'Ni kwa ajili ya nani',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Watu',
              text: 'Yeyote aliyepewa ofa ya huduma ya crypto na anataka kujua, kwa dakika moja, kama awe mwangalifu.',
            },
            {
              term: 'Watoa huduma waaminifu',
              text: 'Kampuni zinazotaka leseni na taarifa zao ziwe rahisi kuhakiki.',
            },
            {
              term: 'Wadhibiti, watafiti na huduma nyingine',
              text: 'Wanaohitaji data ya kuaminika kuhusu soko, kwenye skrini au kupitia [huduma yetu ya data](/api).',
            },
          ],
        },
      ],
    },
    {
      id: 'decisions',
      heading: 'Jinsi tunavyoamua',
      blocks: [
        {
          kind: 'steps',
          items: [
            {
              title: 'Tunakusanya',
              text: 'Tunatazama rejista za umma na orodha za maonyo za wadhibiti, hati za watoa huduma, na ripoti na maoni ya watu.',
            },
            {
              title: 'Tunachunguza',
              text: 'Mtu wa timu yetu hulinganisha vyanzo. Ripoti peke yake haithibitishi kitu. Wala neno la mtoa huduma mwenyewe.',
            },
            {
              title: 'Tunaamua na kuandika',
              text: 'Mabadiliko ya hali huandikwa: nani aliamua, nini kilibadilika, lini na kwa nini. Ukurasa wa mtoa huduma aliyewekewa onyo huonyesha sababu.',
            },
            {
              title: 'Tunasikiliza na kusahihisha',
              text: 'Mtoa huduma anaweza kujibu na kutuma ushahidi. Yeyote anaweza kuonyesha kosa. Kinachobainika kuwa si sahihi husahihishwa.',
            },
          ],
        },
        {
          kind: 'text',
          text: 'Maoni, ripoti na simulizi husomwa na msimamizi kabla ya kuwa hadharani. Tunachapisha walichoripoti watu kama ripoti yao. Hatukitoi kama matokeo yetu wenyewe.',
        },
      ],
    },
    {
      id: 'independence',
      heading: 'Uhuru wetu',
      blocks: [
        {
          kind: 'text',
          text: 'Hakiki inaendeshwa kwa mipango ya kulipia: Premium kwa watu binafsi, kurasa na data kwa kampuni, ushauri na utafiti. Bei ziko kwenye [ukurasa wa bei](/pricing).',
        },
        {
          kind: 'warning',
          title: 'Ada hainunui kamwe uamuzi',
          text: 'Hakuna malipo yanayobadilisha hali, kiwango cha hatari, alama, mpangilio wa matokeo au onyo. Mtoa huduma anayelipa huchunguzwa sawa na asiyelipa.',
        },
      ],
    },
    {
      id: 'open',
      heading: 'Wazi kwa makusudi',
      blocks: [
        {
          kind: 'text',
          text: 'Programu ya Hakiki ni programu huria chini ya leseni ya AGPL-3.0. Yeyote anaweza kuisoma, kuitumia na kuibadilisha. Anayewapa wengine toleo lililobadilishwa lazima atoe mabadiliko yake chini ya leseni hiyohiyo.',
        },
        {
          kind: 'text',
          text: 'Tovuti imetengenezwa kwa simu ndogo na data ghali. Haipakii chochote kutoka kampuni nyingine, na kurasa zake za wazi zinasomeka bila JavaScript.',
        },
      ],
    },
    {
      id: 'limits',
      heading: 'Tusichodai',
      blocks: [
        {
          kind: 'list',
          items: [
            'Sisi si mdhibiti, mahakama wala polisi. Hatutoi leseni na hatumwadhibu mtu.',
            'Hatutoi ushauri wa fedha, wa sheria wala wa kodi.',
            'Hatushiki, hatuhamishi wala haturudishi pesa.',
            'Hatujui kila kitu. Mtoa huduma anaweza kubadilika baada ya uchunguzi wetu, na ulaghai mpya huenda haujafika hapa.',
            'Hali nzuri si dhamana. Mtoa huduma asiyekuwepo si hukumu.',
          ],
        },
      ],
    },
    {
      id: 'verified-ssl',
      heading: '“SSL imethibitishwa” inamaanisha nini',
      blocks: [
        {
          kind: 'text',
          text: 'Inamaanisha kwamba njia kati ya kifaa chako na tovuti hii imefungwa kwa usimbaji, na kwamba umefika kwenye anwani uliyoandika. Haimaanishi kwamba tovuti ni ya kweli. Tovuti za ulaghai zinaonyesha kufuli lilelile na kuandika maneno yaleyale.',
        },
      ],
    },
    {
      id: 'data-protected',
      heading: '“Data inalindwa” inamaanisha nini',
      blocks: [
        {
          kind: 'text',
          text: 'Inamaanisha kwamba tunaomba kidogo, tunafunga kinachoweza kukudhuru, na tunasema kwenye [ukurasa wa faragha](/privacy) tunachohifadhi na kwa muda gani. Haimaanishi kwamba mtu wa nje ametupima. Tovuti yoyote inaweza kuandika maneno haya, kwa hiyo usiiamini kamwe kwa sababu yake.',
        },
      ],
    },
    {
      id: 'next',
      heading: 'Endelea kusoma',
      blocks: [
        {
          kind: 'links',
          items: [
            { label: 'Jifunze kumhakiki mtoa huduma', href: '/safety' },
            { label: 'Pata majibu kwenye kituo cha msaada', href: '/help' },
            { label: 'Wasiliana nasi', href: '/contact' },
          ],
        },
      ],
    },
  ],
};
