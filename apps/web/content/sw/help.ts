import { compareLimits, waitingTimes } from '@hakiki/contract/limits';
import type { Page } from '../page.ts';

const { scamReportHours, providerSubmissionBusinessDays } = waitingTimes;

export const help: Page = {
  title: 'Kituo cha msaada',
  description:
    'Majibu kuhusu orodha ya watoa huduma, hali na hatari, maoni, kuripoti ulaghai, kusahihisha ukurasa, akaunti na faragha yako.',
  lead: 'Majibu mafupi kwa maswali yanayoulizwa zaidi. Je, uko katika hatari ya kupoteza pesa sasa hivi? Soma [saa ya kwanza](/first-hour).',
  updated: '2026-11-15',
  sections: [
    {
      id: 'directory',
      heading: 'Kutumia orodha ya watoa huduma',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Nampataje mtoa huduma?',
              text: 'Andika jina, au sehemu yake, kwenye kisanduku cha kutafuta cha [orodha ya watoa huduma](/directory). Makosa madogo ya tahajia hayazuii kitu. Kisha linganisha anwani ya tovuti iliyo kwenye ukurasa wetu na ile uliyopewa.',
            },
            {
              term: 'Vichujio vinafanyaje kazi?',
              text: 'Unaweza kuchagua nchi, aina ya huduma, hali na kiwango cha hatari. Ndani ya kundi moja, chaguo lako lolote likilingana linatosha. Kati ya makundi, yote lazima yalingane.',
            },
            {
              term: 'Matokeo yako kwa mpangilio gani?',
              text: 'Mwanzoni, watoa huduma waliothibitishwa huja kwanza, kisha wenye alama bora zaidi. Unaweza pia kupanga kwa alama, hatari au jina. Hakuna anayeweza kulipa ili awe juu.',
            },
            {
              term: 'Naweza kulinganisha watoa huduma?',
              text: `Ndiyo, hadi ${compareLimits.providers} kwa pamoja kwenye [ukurasa wa kulinganisha](/compare). Anwani yake inabeba ulichochagua, kwa hiyo unaweza kuihifadhi au kuituma.`,
            },
            {
              term: 'Naweza kuuliza kupitia WhatsApp au Telegram?',
              text: 'Ukurasa [Uliza kutoka kwenye chat](/ask) unaonyesha wapi, na kinachohifadhiwa cha ujumbe wako.',
            },
            {
              term: 'Mtoa huduma ninayemtafuta hayupo. Je, ni ulaghai?',
              text: 'Kutokuwa kwenye orodha si hukumu. Huenda ni mpya kwetu, bado anachunguzwa, au ameondolewa. Fuata hatua za [mwongozo wa usalama](/safety#verify). Unaweza pia [kumpendekeza](/submit-provider).',
            },
          ],
        },
      ],
    },
    {
      id: 'labels',
      heading: 'Hali na hatari',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Hali zinamaanisha nini?',
              text: 'Imethibitishwa, Yenye mipaka, Inasubiri, Imewekewa onyo na Imesimamishwa zinasema tumeweza kuthibitisha kiasi gani. Kila moja imeelezwa kwenye [mwongozo wa usalama](/safety#meaning).',
            },
            {
              term: 'Zinatoka wapi?',
              text: 'Watu wa timu yetu huamua. Hutazama rejista na maonyo rasmi, hati za mtoa huduma na ripoti za watu. Kila uamuzi huandikwa pamoja na sababu yake.',
            },
            {
              term: 'Kiwango cha hatari kinatokana na nini?',
              text: 'Kutokana na alama tatu, pamoja na maonyo na ripoti. Ukurasa wa [Jinsi tunavyopima hatari](/how-we-rate) unaeleza yote.',
            },
            {
              term: 'Je, mtoa huduma aliyethibitishwa ni salama?',
              text: 'Hakuna huduma isiyo na hatari. Imethibitishwa inamaanisha taarifa zake kuu zilipita uchunguzi wetu. Si ushauri wa kumtumia.',
            },
            {
              term: 'Kwa nini mtoa huduma amewekewa onyo?',
              text: 'Sababu ziko juu ya ukurasa wake. Ndizo tunazojua leo. Onyo ni wito wa kuwa mwangalifu, si hukumu ya mahakama.',
            },
          ],
        },
      ],
    },
    {
      id: 'reviews',
      heading: 'Alama na maoni',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Nani anaweza kuandika maoni?',
              text: 'Wanachama wenye mpango wa Premium, mara moja kwa kila mtoa huduma. Yeyote anaweza kusimulia yaliyompata kwenye ukurasa wa mwanzo. Simulizi hizo hazibadilishi alama kamwe.',
            },
            {
              term: 'Je, maoni yanachunguzwa?',
              text: 'Ndiyo. Msimamizi (mtu wa timu yetu) husoma maoni yote kabla ya kuwa hadharani. Matusi, mambo ya faragha, matangazo na maandishi yaliyonakiliwa hukataliwa.',
            },
            {
              term: 'Alama inahesabiwaje?',
              text: 'Ni wastani wa maoni yaliyochapishwa, kuanzia nyota 1 hadi 5. Bila maoni yaliyochapishwa hakuna alama ya kuonyesha.',
            },
          ],
        },
      ],
    },
    {
      id: 'reporting',
      heading: 'Kuripoti',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Naripotije ulaghai?',
              text: 'Tumia [fomu ya kuripoti ulaghai](/report-scam). Huhitaji akaunti. Kwa tatizo na mtoa huduma aliye kwenye orodha, tumia kichupo cha “Ripoti tatizo” kwenye ukurasa wake.',
            },
            {
              term: 'Nini kinafuata?',
              text: `Timu inachunguza ulichoandika. Kwa kawaida huchukua saa ${scamReportHours.from}–${scamReportHours.to}. Kabla ya hapo, hakuna kinachokuwa hadharani. Ripoti ikionekana ya kweli, onyo huchapishwa kama ripoti tuliyopokea, si kama kosa lililothibitishwa.`,
            },
            {
              term: 'Naweza kufuatilia ripoti yangu wapi?',
              text: 'Kwa risiti yako, kwenye [Fuatilia ripoti](/follow), hata bila akaunti. Kama ulikuwa umeingia, tazama [Ripoti zangu](/my-reports). Tukiwa na swali, unaweza kulijibu hapo.',
            },
            {
              term: 'Je, Hakiki inaweza kunirudishia pesa?',
              text: 'Hapana, na hakuna anayeweza kuahidi hilo. Jihadhari na anayeahidi: [usilipe kamwe ili kurudishiwa pesa](/safety#recovery).',
            },
            {
              term: 'Itakuwaje ripoti ikiwa ya uongo?',
              text: 'Sema tu unachojua. Ripoti zilizotungwa ili kumdhuru mtu hukataliwa, na akaunti inaweza kuwekewa mipaka.',
            },
          ],
        },
      ],
    },
    {
      id: 'providers',
      heading: 'Kwa watoa huduma',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Nawekaje huduma yangu kwenye orodha?',
              text: `Itume kwa [fomu ya mtoa huduma](/submit-provider). Mapendekezo hupitiwa ndani ya siku ${providerSubmissionBusinessDays.from}–${providerSubmissionBusinessDays.to} za kazi. Yaliyokubaliwa huingia kwenye orodha.`,
            },
            {
              term: 'Sikubaliani na kinachosemwa kwenye ukurasa wangu.',
              text: 'Una haki ya kujibu. [Tuandikie](/contact) anwani ya ukurasa, maneno unayoyapinga na ushahidi wako. Tunachunguza na kusahihisha kilicho na kosa. Tusipokubaliana, tunakueleza sababu.',
            },
            {
              term: 'Naweza kulipa ili kubadilisha hali, kiwango cha hatari au maoni?',
              text: 'Hapana. Ada hulipia huduma, kamwe si uamuzi. Mtu akikupa ofa hiyo kwa jina letu, tafadhali tuambie.',
            },
            {
              term: 'Mtaniambia nani alituripoti?',
              text: 'Hapana. Unaweza kujibu kilichosemwa. Aliyekisema anabaki amelindwa.',
            },
          ],
        },
      ],
    },
    {
      id: 'accounts',
      heading: 'Akaunti na mipango',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Je, nahitaji akaunti?',
              text: 'Si kwa kutafuta, kusoma kurasa za watoa huduma, kulinganisha au kuripoti. Akaunti ya bure inafungua maonyo kwa ukamilifu na kukuwezesha kufuatilia ripoti zako.',
            },
            {
              term: 'Premium inaongeza nini?',
              text: 'Maoni, uchambuzi wa kina na mipangilio yako mwenyewe ya tahadhari. [Ukurasa wa bei](/pricing) unaonyesha yote, kwa randi za Afrika Kusini.',
            },
            {
              term: 'Nasitishaje?',
              text: 'Wakati wowote, kwenye “Hali ya akaunti” katika [dashibodi](/dashboard) yako. Unabaki na huduma hadi mwisho wa kipindi ulicholipia.',
            },
            {
              term: 'Nailindaje akaunti yangu?',
              text: 'Tumia nenosiri usilotumia popote pengine. Kwenye [ukurasa wa akaunti yako](/account) unaweza kuongeza hatua ya pili, kuona ulikoingia na kubadilisha nenosiri. Umelisahau? [Omba jipya](/forgot-password).',
            },
            {
              term: 'Napataje data zangu au kufuta akaunti yangu?',
              text: 'Yote mawili yako kwenye [ukurasa wa akaunti yako](/account), wakati wowote.',
            },
          ],
        },
      ],
    },
    {
      id: 'privacy',
      heading: 'Faragha yako unaporipoti',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Nani anaona jina langu?',
              text: 'Hakuna mtu wa nje. Hatuchapishi kamwe nani alituma ripoti, na hatumwambii mtoa huduma.',
            },
            {
              term: 'Nani anaona barua pepe au nambari yangu ya simu?',
              text: 'Unaweza kutotoa yoyote. Ukizitoa, hufungwa kwa usimbaji zinapofika. Programu yetu ya barua pepe hutumia anwani kukutumia uamuzi wetu. Vinginevyo ni mtu aliyetajwa wa timu yetu tu anayeweza kuzifungua, kwa sababu iliyoandikwa. Kila matumizi huandikwa.',
            },
            {
              term: 'Nisiandike nini?',
              text: 'Manenosiri, maneno ya kurejesha, nambari za kadi na za kitambulisho. Hatuvihitaji kamwe. Zaidi kwenye [taarifa ya faragha](/privacy).',
            },
          ],
        },
      ],
    },
    {
      id: 'data',
      heading: 'Simu, data na lugha',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Je, Hakiki inafanya kazi kwa mtandao wa polepole au ghali?',
              text: 'Ndiyo. Kurasa ni ndogo, na hatupakii fonti, matangazo wala vifuatiliaji vya kampuni nyingine.',
            },
            {
              term: 'Je, inafanya kazi bila JavaScript?',
              text: 'Unaweza kusoma, kutafuta, kuchuja, kupanga na kufungua kurasa bila hiyo. Kwenye baadhi ya vivinjari, kuzima JavaScript pia huokoa data.',
            },
            {
              term: 'Kuna lugha zipi?',
              text: 'Kiingereza, Kifaransa, Kireno, Kiswahili na Kiarabu. Kurasa za biashara na za wasanidi programu ziko kwa Kiingereza na Kifaransa. Maandishi ya watu na ya watoa huduma hubaki katika lugha yao.',
            },
          ],
        },
      ],
    },
    {
      id: 'contact',
      heading: 'Bado unahitaji msaada?',
      blocks: [
        {
          kind: 'text',
          text: 'Tuandikie kwa maneno yako mwenyewe. Hatutaomba kamwe nenosiri lako, maneno yako ya kurejesha wala malipo kwenye chat.',
        },
        {
          kind: 'links',
          items: [
            { label: 'Wasiliana nasi', href: '/contact' },
            { label: 'Soma mwongozo wa usalama', href: '/safety' },
            { label: 'Jinsi Hakiki inavyofanya kazi', href: '/about' },
          ],
        },
      ],
    },
  ],
};
