/** Apps in the two large stores: `android:com.example.wallet`, `ios:123456789`. */
import type { WebAddress } from '../../platform/web-address/web-address.ts';

/** Apps that victims are told to use and that belong to no scammer. */
const commonApps = new Set(
  `android:com.whatsapp android:com.whatsapp.w4b android:org.telegram.messenger android:com.binance.dev android:com.coinbase.android
   android:org.toshi android:io.metamask android:com.wallet.crypto.trustapp android:com.okinc.okex.gp android:com.bybit.app
   android:com.google.android.apps.authenticator2 android:com.anydesk.anydeskandroid android:com.teamviewer.quicksupport.market
   ios:310633997 ios:686449807 ios:1436799971 ios:886427730 ios:1288339409 ios:1438144202`.split(/\s+/),
);

export function parseAppLink({ host, path }: WebAddress): string | undefined {
  const app =
    host === 'play.google.com'
      ? /^\/store\/apps\/details\?(?:.{0,100}&)?id=([a-z]\w*(?:\.\w+){1,9})/i.exec(path)?.[1]?.replace(/^/, 'android:')
      : host === 'apps.apple.com'
        ? /\/id(\d{6,12})(?!\d)/.exec(path)?.[1]?.replace(/^/, 'ios:')
        : undefined;
  return app && !commonApps.has(app) ? app : undefined;
}
