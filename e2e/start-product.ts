/** The built product on a database of its own, with the demo data, for the whole run. */
import { startProduct } from '../tools/product.ts';

export default async function start() {
  const product = await startProduct('e2e');
  process.env['E2E_URL'] = product.url;
  return product.stop;
}
