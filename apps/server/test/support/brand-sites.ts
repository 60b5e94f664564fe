/** Sites of brands that scammers imitate, for trials of the look-alike rule. They are not our customers. */
export const brandSites =
  `binance.com luno.com valr.com yellowcard.io quidax.com busha.co roqqu.com paxful.com remitano.com noones.com bitmama.io coinbase.com
   kraken.com bybit.com kucoin.com metamask.io trustwallet.com blockchain.com bitget.com opay.com chippercash.com flutterwave.com
   safaricom.co.ke mpesa.com paystack.com kotanipay.com breet.io patricia.com.ng altcointrader.co.za ovex.io`.split(
    /\s+/,
  );
