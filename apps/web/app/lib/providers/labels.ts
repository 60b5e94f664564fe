/** Labels of a provider's stored values. */
import type { ProviderType } from '@hakiki/contract/directory-values';
import { m } from '../../paraglide/messages.js';

const typeLabels: Record<ProviderType, () => string> = {
  Exchange: m.type_exchange,
  Broker: m.type_broker,
  Wallet: m.type_wallet,
  'OTC Desk': m.type_otc_desk,
  'Network Marketing': m.type_network_marketing,
  'Peer-to-Peer': m.type_peer_to_peer,
  'Business Services': m.type_business_services,
  'Payment Processor': m.type_payment_processor,
  'Mining Pool': m.type_mining_pool,
  'DeFi Platform': m.type_defi_platform,
  Other: m.type_other,
};

export const providerTypeLabel = (type: ProviderType): string => typeLabels[type]();
