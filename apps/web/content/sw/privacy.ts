import { CONVERSATION_MINUTES } from '@hakiki/contract/chat-values';
import { retention } from '@hakiki/contract/retention';
import type { Page } from '../page.ts';

const {
  contact,
  undecidedContact,
  evidence,
  receipts,
  messages,
  refusedReplies,
  maskedWords,
  sessions,
  signIns,
  limits,
  repeats,
  unconfirmed,
  letters,
  paymentNotices,
  webhookDeliveries,
  invitations,
  apiUsage,
} = retention;

export const privacy: Page = {
  title: 'Taarifa ya faragha',
  description:
    'Hakiki inachohifadhi kukuhusu, kwa nini na kwa muda gani, kisichowekwa hadharani kamwe, na jinsi ya kuona, kusahihisha au kufuta data zako.',
  lead: 'Tunahifadhi kidogo iwezekanavyo. Unaweza kusoma, kutafuta na kulinganisha bila kutuambia wewe ni nani.',
  updated: '2026-11-19',
  sections: [
    {
      id: 'kept',
      heading: 'Tunachohifadhi, na kwa nini',
      blocks: [
        {
          kind: 'text',
          text: '“Sisi” ni mwendeshaji wa tovuti hii, ambaye taarifa zake ziko kwenye [ukurasa wa mawasiliano](/contact).',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Unapotembelea tu',
              text: 'Hakuna kinachokutaja. Kumbukumbu za seva zetu hazina anwani za mtandao za wageni wala data binafsi. Ili kuzuia matumizi mabaya ya fomu, tunahesabu maombi kutoka anwani moja kwa muda mfupi. Tunahesabu pia kurasa zilizotazamwa, bila kujua na nani. Katika unachobandika tunahifadhi tu anwani inayoiga jina linalojulikana, kamwe si nani aliyeuliza.',
            },
            {
              term: 'Unapouliza kutoka kwenye chat',
              text: `Hakuna kinachobaki cha ujumbe wako. Unasimbwa tunapojibu, na mazungumzo huisha baada ya dakika ${CONVERSATION_MINUTES}. [Kinachohifadhiwa](/ask)`,
            },
            {
              term: 'Unapokuwa na akaunti',
              text: 'Ulichotuambia ulipojiunga, mpango na mipangilio yako, ulikoingia, na kumbukumbu za kuingia na mabadiliko. Nenosiri lako huhifadhiwa tu kwa namna iliyochanganywa ambayo hatuwezi kuisoma. Tunahitaji haya ili kukuruhusu kuingia na kukupa ulichoomba.',
            },
            {
              term: 'Unaporipoti au kutoa maoni',
              text: 'Ulichoandika, nchi uliyochagua na, kama ulikuwa umeingia, ni akaunti gani, ikiwa imefungwa kama taarifa za mawasiliano. Hizo ni hiari yako. Tunahitaji haya ili kuchunguza kilichotokea na kukuuliza kama kuna kisichoeleweka.',
            },
            {
              term: 'Unapopendekeza mtoa huduma',
              text: 'Taarifa za mtoa huduma, jina lako na anwani yako ya barua pepe, na hati unazotuma zichunguzwe.',
            },
            {
              term: 'Unapolipa',
              text: 'Mpango, kiasi, tarehe na kumbukumbu. Kadi hushughulikiwa na kampuni ya malipo, ambayo huambiwa jina lako na anwani yako ya barua pepe. Hatuoni kamwe nambari ya kadi.',
            },
            {
              term: 'Unapotumia Premium',
              text: 'Kurasa za watoa huduma ulizofungua ukiwa umeingia, na siku, kwa ajili ya kiasi chako cha “Pesa ulizookoa”. Ni wewe tu unayekiona.',
            },
            {
              term: 'Unapoalika mtu au kutuandikia',
              text: 'Aliyejiunga kwa mwaliko wako, ili upate zawadi yako. Ujumbe wako na jinsi ya kuujibu.',
            },
          ],
        },
        {
          kind: 'text',
          text: 'Hatuuzi data binafsi na hatuonyeshi matangazo yanayotokana nazo.',
        },
      ],
    },
    {
      id: 'never-public',
      heading: 'Kisichowekwa hadharani kamwe',
      blocks: [
        {
          kind: 'list',
          items: [
            'Nani alituma ripoti. Si kwa wageni, si kwa mtoa huduma anayehusika, wala kwenye orodha za timu yetu wenyewe.',
            'Taarifa za mawasiliano kwenye ripoti. Hufungwa kwa usimbaji zinapofika. Hufunguliwa ili kukutumia uamuzi wetu, au na mtu aliyetajwa kwa sababu iliyoandikwa. Kila matumizi huandikwa.',
            'Ushahidi na maelezo ya ziada kwenye ripoti. Ni wewe tu, ukiwa umeingia au kwa risiti yako, na timu yetu mnaoweza kuyasoma.',
            'Data iliyofichwa kwenye picha, kama mahali picha ilipopigwa. Huondolewa.',
          ],
        },
        {
          kind: 'text',
          text: 'Tunatoa data kwa mamlaka pale tu sheria inapotulazimisha, na ile tu inayopaswa kupata.',
        },
      ],
    },
    {
      id: 'device',
      heading: 'Vidakuzi na kifaa chako',
      blocks: [
        {
          kind: 'text',
          text: 'Wageni hawapati kidakuzi. Unapoingia, tunatumia:',
        },
        {
          kind: 'list',
          items: [
            'Kimoja kinachokuacha umeingia, hadi siku 30.',
            'Kimoja kinachotambua, kwa mwaka mmoja, kivinjari ulichoingilia awali. Kazi yake ni kuzuia tu wageni wanaokisia nenosiri lako wasikufungie nje.',
            'Kwa wasimamizi wakuu wanaotumia Google, kimoja kinachodumu dakika 10.',
          ],
        },
        {
          kind: 'text',
          text: 'Baadhi ya uliyochagua hubaki kwenye kifaa chako hadi uyafute hapo: mandhari, lugha, maonyo uliyofunga, watoa huduma unaotaka kulinganisha, fomu ambayo haijaisha, hatua zilizowekewa tiki na msimbo wa mwaliko.',
        },
        {
          kind: 'text',
          text: 'Ili kufunguka bila mtandao, hivi hubaki humo: [mwongozo wa usalama](/safety), [saa ya kwanza](/first-hour), [faili ya ushahidi](/evidence-pack), [fomu ya kuripoti](/report-scam), [ukaguzi](/check) na orodha yetu, ukurasa wa bila mtandao, na 40 za mwisho ulizofungua: mwanzo, watoa huduma, tahadhari na hatua. Si kama kivinjari chako kinaokoa data.',
        },
        {
          kind: 'text',
          text: 'Kurasa zetu hazipakii vifuatiliaji, fonti, ramani wala programu za kampuni nyingine. Viungo vya tovuti nyingine hufuatwa tu unapovichagua.',
        },
      ],
    },
    {
      id: 'how-long',
      heading: 'Tunahifadhi kwa muda gani',
      blocks: [
        {
          kind: 'list',
          items: [
            'Data ya akaunti: wakati wote akaunti ipo. Kuifuta hufuta pia taarifa zako za mawasiliano. Ulichochapisha hubaki, bila jina lako.',
            `Taarifa za mawasiliano kwenye ripoti, na akaunti iliyoituma: siku ${contact.days} baada ya uamuzi wetu. Bila uamuzi: siku ${undecidedContact.days}.`,
            `Ushahidi na maelezo: siku ${evidence.days} baada ya uamuzi wetu, au hadi rufaa iishe.`,
            `Risiti: siku ${receipts.days} baada ya uamuzi wetu.`,
            `Ujumbe kwetu: siku ${messages.days}. Majibu yaliyokataliwa: siku ${refusedReplies.days}. Maneno yaliyofichwa: siku ${maskedWords.days}.`,
            `Vifaa vilivyoingia: siku ${sessions.days}. Kumbukumbu zake: siku ${signIns.days}.`,
            `Hesabu dhidi ya matumizi mabaya: siku ${limits.days}. Alama za kutuma kwa kurudia: siku ${repeats.days}. Fomu zisizothibitishwa: siku ${unconfirmed.days}. Mialiko kwa wenzako: siku ${invitations.days}. Barua pepe kwenye foleni: siku ${letters.days}.`,
            'Ripoti na maonyo: maadamu yanasaidia kuwalinda watu.',
            `Taarifa za kampuni ya malipo: siku ${paymentNotices.days}. Yaliyotumwa kwa webhook zako: siku ${webhookDeliveries.days}.`,
            `Maombi ya API, yakijumlishwa: siku ${apiUsage.days}.`,
            'Malipo, ankara: angalau miaka mitano (sheria ya kodi). Uthibitisho wa malipo ya benki: hadi uamuzi.',
            'Kumbukumbu za maamuzi yetu: maadamu mtu anaweza kuhitaji kuzihakiki.',
          ],
        },
      ],
    },
    {
      id: 'rights',
      heading: 'Haki zako',
      blocks: [
        {
          kind: 'text',
          text: 'Kwenye [ukurasa wa akaunti yako](/account) unaweza kupakua tunachohifadhi kukuhusu na kufuta akaunti yako wakati wowote. Ili makosa yasahihishwe au kupinga matumizi fulani, [tuandikie](/contact). Tunaweza kukuomba uonyeshe kwamba data ni zako. Tukilazimika kuhifadhi kitu, tunasema sababu.',
        },
        {
          kind: 'text',
          text: 'Sheria inayokulinda inategemea unakoishi. Mifano ni POPIA ya Afrika Kusini, Nigeria Data Protection Act, Data Protection Act ya Kenya na GDPR ya Umoja wa Ulaya. Unaweza pia kulalamika kwa mamlaka ya ulinzi wa data ya nchi yako.',
        },
      ],
    },
    {
      id: 'children',
      heading: 'Watoto',
      blocks: [
        {
          kind: 'text',
          text: 'Yeyote anaweza kusoma Hakiki. Akaunti ni za watu wazima. Kama mtoto ametutumia data binafsi, tuambie nasi tutazifuta.',
        },
      ],
    },
    {
      id: 'security',
      heading: 'Kama kitu kikiharibika',
      blocks: [
        {
          kind: 'text',
          text: 'Hakuna mfumo ulio salama kabisa. Data binafsi zikipotea au zikionwa na asiyepaswa kuziona, tunawaambia wahusika na mamlaka, kama sheria inavyotaka.',
        },
      ],
    },
    {
      id: 'changes',
      heading: 'Mabadiliko na mawasiliano',
      blocks: [
        {
          kind: 'text',
          text: 'Taarifa hii ikibadilika, tarehe ya ukurasa huu nayo hubadilika. Mabadiliko yakiwa muhimu kwa wenye akaunti, tunawaambia kabla hayajaanza.',
        },
        {
          kind: 'links',
          items: [
            { label: 'Uliza kuhusu data zako', href: '/contact' },
            { label: 'Soma masharti', href: '/terms' },
          ],
        },
      ],
    },
  ],
};
