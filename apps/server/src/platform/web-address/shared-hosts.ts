/** Shared hosts that the public suffix list lacks. A test fails as soon as the list contains one of them. */

/** Each subdomain has its own owner: `scheme.wordpress.com` and `shop.wordpress.com`. */
export const subdomainHosts: ReadonlySet<string> = new Set(
  (
    '000webhostapp.com 42web.io beehiiv.com bigcartel.com bravesites.com clickfunnels.com creatorlink.net epizy.com ghost.io glitch.me ' +
    'godaddysites.com great-site.net home.blog hostingersite.com hpage.com hubspotpagebuilder.com infinityfreeapp.com jimdofree.com ' +
    'jimdosite.com kesug.com livejournal.com medium.com mozello.com mykajabi.com mystrikingly.com odoo.com over-blog.com rf.gd ' +
    'simdif.com site123.me softr.app squarespace.com strikingly.com substack.com systeme.io teachable.com thinkific.com tiiny.site ' +
    'tilda.ws tumblr.com ueniweb.com wapka.mobi wapkiz.com webador.com webnode.page webs.com weebly.com wikidot.com wordpress.com ' +
    'wuaze.com zohosites.com zyrosite.com'
  ).split(' '),
);

/** Blogger has a domain in many countries: blogspot.com.ng, blogspot.co.ke, blogspot.fr. */
export const subdomainLabels: ReadonlySet<string> = new Set(['blogspot']);

/** Hosts whose pages belong to different people, identified by the path: `linktr.ee/scheme`. */
export const pageHosts: ReadonlySet<string> = new Set(
  (
    'allmylinks.com beacons.ai bio.link bio.site campsite.bio docs.google.com drive.google.com flow.page forms.gle forms.office.com ' +
    'gamma.app heylink.me hoo.be lnk.bio linkin.bio linktr.ee msha.ke notion.so rentry.co sites.google.com solo.to taplink.cc ' +
    'telegra.ph'
  ).split(' '),
);

/** Social networks, messengers and link shorteners: the path identifies people, groups and links. */
export const networkHosts: ReadonlySet<string> = new Set(
  (
    'bit.ly buff.ly cutt.ly discord.com discord.gg facebook.com fb.com fb.me fb.watch github.com gitlab.com goo.gl google.com ' +
    'instagr.am instagram.com is.gd linkedin.com lnkd.in m.me medium.com messenger.com ow.ly pinterest.com rb.gy reddit.com ' +
    'rebrand.ly s.id shorturl.at signal.me snapchat.com t.co t.ly t.me telegram.dog telegram.me telegram.org threads.com ' +
    'threads.net tiktok.com tiny.cc tinyurl.com twitter.com v.gd vk.com wa.me whatsapp.com x.com youtu.be youtube.com'
  ).split(' '),
);

/** The short codes of these hosts are case-sensitive; names of people and pages are not. */
export const caseSensitiveHosts: ReadonlySet<string> = new Set(
  (
    'bit.ly buff.ly chat.whatsapp.com cutt.ly discord.gg docs.google.com drive.google.com fb.watch forms.gle forms.office.com goo.gl ' +
    'is.gd lnkd.in ow.ly rb.gy rebrand.ly s.id shorturl.at t.co t.ly tiny.cc tinyurl.com v.gd youtu.be'
  ).split(' '),
);

/** First path segments that name a kind of page; the owner follows after them. */
export const containerSegments: ReadonlySet<string> = new Set(
  (
    'a add addstickers apps b c ch channel channels company d details document e edit events explore file forms g gp group groups ' +
    'hashtag help home i in intent invite iv joinchat l login maps marketplace p page pages people permalink.php photo photo.php ' +
    'photos place playlist post posts presentation profile profile.php proxy pub r reel reels s school search settings share ' +
    'sharer sharer.php shorts show site sites spreadsheets status stories store story.php tag tos tv u url user users v video ' +
    'videos view viewform watch'
  ).split(' '),
);
