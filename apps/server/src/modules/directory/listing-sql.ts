/**
 * The SQL of the provider list. There is one statement per order and way of reading, never one per combination of filters:
 * a filter that is absent is sent as all of its values. Each statement answers page and total in one round trip.
 *
 * - `walk`: no filter but the country. The page is a stretch of the order's index.
 * - `cells`: filtered by type, status or risk. Inside a cell (one type, one status, one risk) every order is by rating or
 *   by name, so the page is merged from the heads of the matching cells.
 * - `search`, `fuzzy`: matched by text, at most `searchMatchLimit` of them in the asked order.
 */
import { providerSorts, type ProviderSort } from '@hakiki/contract/directory';
import { searchMatchLimit } from '@hakiki/contract/limits';
import type { Statement } from '../../platform/db/database.ts';

interface Order {
  by: string;
  /** The order inside one cell; absent where no cell index has it. */
  insideCell?: string;
}

const orders: Record<ProviderSort, Order> = {
  relevance: { by: 'verified_rank, rating desc, name_key, provider_id', insideCell: 'rating desc, name_key, provider_id' },
  rating: { by: 'rating desc, name_key, provider_id', insideCell: 'rating desc, name_key, provider_id' },
  risk: { by: 'risk_rank, name_key, provider_id', insideCell: 'name_key, provider_id' },
  name: { by: 'name_key, provider_id', insideCell: 'name_key, provider_id' },
  newest: { by: 'created_at desc, provider_id desc' },
};

/** As many as the contract lets one provider carry. */
const CERTIFICATIONS_SHOWN = 30;

const of = (alias: string, by: string) => by.replaceAll(/(\w+)( desc)?/g, `${alias}.$1$2`);

const keys = 'provider_id, verified_rank, risk_rank, rating, name_key, created_at';

/** Also used by every other read of providers, so that a provider looks the same wherever it is met. */
export const providerColumns = `
  p.id, p.name, p.type, p.description, p.logo_url as "logoUrl", p.website,
  p.verification_status as "verificationStatus", p.flagged_reasons as "flaggedReasons", p.risk_score as "riskScore",
  p.rating, p.review_count as "reviewCount", p.countries, p.established, p.user_count as "userCount",
  p.license_info as "licenseInfo", p.regulatory_compliance as "regulatoryCompliance",
  p.user_satisfaction as "userSatisfaction", p.security_measures as "securityMeasures",
  p.security_features as "securityFeatures", p.insurance,
  (select coalesce(json_agg(json_build_object('certification', json_build_object('id', c.id, 'name', c.name,
      'description', c.description, 'icon', c.icon, 'color', c.color, 'isActive', c.is_active, 'priority', c.priority))
      order by c.priority desc, c.name, c.id), '[]')
    from (
      select c.* from provider_certifications held join certifications c on c.id = held.certification_id
      where held.provider_id = p.id
      order by c.priority desc, c.name, c.id
      limit ${CERTIFICATIONS_SHOWN}
    ) c
  ) as certifications`;

const matchingCells = `
  country = $3 and type = any($4::text[]) and verification_status = any($5::text[]) and risk_score = any($6::text[])`;

const answer = (by: string) => `
  select total.n as total, ${providerColumns}
  from total left join (page join providers p on p.id = page.provider_id) on true
  order by ${of('page', by)}`;

/** Values: limit, offset, country. */
const walk = ({ by }: Order) => `
  with total as (select coalesce(sum(n), 0)::int as n from provider_counts where country = $3),
  page as materialized (
    select ${keys} from provider_listings where country = $3 order by ${by} limit $1 offset $2
  )
  ${answer(by)}`;

/** Values: limit, offset, country, types, statuses, risk levels. */
const cells = ({ by, insideCell }: Order) => `
  with cells as materialized (
    select type, verification_status, risk_score, n from provider_counts where ${matchingCells} and n > 0
  ),
  total as (select coalesce(sum(n), 0)::int as n from cells),
  page as materialized (
    ${
      insideCell
        ? `
    select provider_id, rating, name_key,
      case cells.verification_status when 'Verified' then 0 else 1 end as verified_rank,
      case cells.risk_score when 'Low' then 0 when 'Medium' then 1 else 2 end as risk_rank
    from cells cross join lateral (
      select provider_id, rating, name_key from provider_listings l
      where l.country = $3 and l.type = cells.type and l.verification_status = cells.verification_status
        and l.risk_score = cells.risk_score
      order by ${insideCell}
      limit $1::int + $2::int
    ) heads`
        : `select ${keys} from provider_listings where ${matchingCells}`
    }
    order by ${by} limit $1 offset $2
  )
  ${answer(by)}`;

/** Values: limit, offset, country, types, statuses, risk levels, text. */
const matched = ({ by }: Order, condition: string) => `
  with matches as materialized (
    select l.provider_id, l.verified_rank, l.risk_rank, l.rating, l.name_key, l.created_at
    from provider_listings l join providers p on p.id = l.provider_id
    where l.country = $3 and l.type = any($4::text[]) and l.verification_status = any($5::text[])
      and l.risk_score = any($6::text[]) and p.is_public and (${condition})
    order by ${of('l', by)}
    limit ${searchMatchLimit}
  ),
  total as (select count(*)::int as n from matches),
  page as materialized (select * from matches order by ${by} limit $1 offset $2)
  ${answer(by)}`;

function bySort(write: (order: Order) => string, name?: string): Record<ProviderSort, Statement> {
  const entries = providerSorts.map((sort) => [
    sort,
    { ...(name && { name: `providers-${name}-${sort}` }), text: write(orders[sort]) },
  ]);
  return Object.fromEntries(entries) as Record<ProviderSort, Statement>;
}

export const listStatements = {
  walk: bySort(walk, 'walk'),
  cells: bySort(cells, 'cells'),
  // Without a name: whether to walk the list or to gather the matches depends on how common the words are.
  search: bySort((order) => matched(order, 'p.name_key like contains_pattern($7) or p.search @@ search_query($7)')),
  fuzzy: bySort((order) => matched(order, 'fold($7) <% p.name_key')),
};
