/**
 * Rescue contacts: the shipped ones with the confirmed versions of this installation, and what calls and visitors found
 * out about them. A visitor's word marks a contact at once; only a call by staff removes the mark.
 */
import type { BodyOf } from '@hakiki/contract/endpoint';
import { africanCountries, countryCodes } from '@hakiki/contract/country-codes';
import type { Regime } from '@hakiki/contract/licences';
import type { RescueContact, RescueCountry } from '@hakiki/contract/rescue';
import type {
  AdminRescueContact,
  proposeRescueChange,
  recordRescueCall,
  RescueChangeId,
  RescueVersion,
} from '@hakiki/contract/rescue-admin';
import { ANY_COUNTRY, RESCUE_CALL_DAYS, type RescueState } from '@hakiki/contract/rescue-values';
import { type Clock, systemClock, toDay } from '../../platform/clock/clock.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Actor, UserActor } from '../../platform/http/actor.ts';
import { AppError, notFound } from '../../platform/app-error.ts';
import { toAnonymousActor, toAuditActor, type AuditService } from '../audit/service.ts';
import type { LicencesService } from '../licences/service.ts';
import { shippedContacts, type ShippedContact } from '@hakiki/contract/rescue-contacts';
import * as store from './store.ts';

interface Deps {
  database: Database;
  audit: AuditService;
  licences: Pick<LicencesService, 'findRegime'>;
  clock?: Clock;
}

const DAY_MS = 86_400_000;

export type RescueService = ReturnType<typeof createRescueService>;

interface PublicContact {
  shipped: ShippedContact;
  current: Pick<store.VersionRow, 'facts'> | undefined;
  /** The last call to the current version. */
  call: Pick<store.LastCall, 'outcome' | 'calledAt'> | undefined;
  failure: Pick<store.FailureRow, 'firstAt'> | undefined;
}

interface KnownContact extends PublicContact {
  proposed: store.VersionRow | undefined;
  failure: store.FailureRow | undefined;
}

function findState({ call, failure }: PublicContact): { state: RescueState; stateOn: string | null } {
  if (failure) return { state: 'reported', stateOn: toDay(failure.firstAt) };
  if (!call) return { state: 'unconfirmed', stateOn: null };
  return { state: call.outcome === 'dead' ? 'dead' : 'confirmed', stateOn: toDay(call.calledAt) };
}

const presentSource = ({ sourceName, sourceUrl, asOf, confidence, checkedOn }: Regime) => ({
  sourceName,
  sourceUrl,
  asOf,
  confidence,
  checkedOn,
});

function present(contact: PublicContact): RescueContact {
  const { id, rail, kind } = contact.shipped;
  const {
    name,
    contact: address,
    howTo,
    sourceName,
    sourceUrl,
    asOf,
    confidence,
  } = contact.current?.facts ?? contact.shipped;
  const { state, stateOn } = findState(contact);
  return {
    id,
    rail,
    kind,
    name,
    contact: address,
    howTo,
    sourceName,
    sourceUrl,
    asOf,
    confidence,
    howToFr: contact.current ? null : (contact.shipped.howToFr ?? null),
    state,
    stateOn,
  };
}

const presentVersion = (row: store.VersionRow, actor: UserActor): RescueVersion => ({
  id: row.id,
  facts: row.facts,
  reason: row.reason,
  state: row.state,
  proposedBy: row.proposedByEmail,
  isOwn: row.proposedBy === actor.user.id,
  proposedAt: row.proposedAt.toISOString(),
  decidedBy: row.decidedByEmail,
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

const isOfNobody = ({ shipped }: KnownContact): boolean => shipped.kind === 'warning' || shipped.kind === 'freeze';

function presentForStaff(contact: KnownContact, actor: UserActor, now: number): AdminRescueContact {
  const { shipped, call, failure, proposed } = contact;
  const dueAt = call && new Date(call.calledAt.getTime() + RESCUE_CALL_DAYS * DAY_MS);
  return {
    ...present(contact),
    country: shipped.iso2,
    failures: failure?.reports ?? 0,
    lastCallAt: call?.calledAt.toISOString() ?? null,
    dueAt: dueAt?.toISOString() ?? null,
    isDue: !isOfNobody(contact) && (failure !== undefined || !dueAt || dueAt.getTime() <= now),
    change: proposed ? presentVersion(proposed, actor) : null,
  };
}

async function readContacts(db: Db, contacts: readonly ShippedContact[]): Promise<KnownContact[]> {
  const ids = contacts.map(({ id }) => id);
  const versions = await store.listOpenVersions(db, ids);
  const calls = await store.listLastCalls(db, ids);
  const failures = await store.listFailures(db, ids);
  return contacts.map((shipped) => {
    const own = versions.filter(({ contactId }) => contactId === shipped.id);
    const current = own.find(({ state }) => state === 'current');
    const call = calls.find(({ contactId }) => contactId === shipped.id);
    return {
      shipped,
      current,
      proposed: own.find(({ state }) => state === 'proposed'),
      // A call to an older number says nothing about the new one.
      call: call && (!current?.decidedAt || call.calledAt > current.decidedAt) ? call : undefined,
      failure: failures.find(({ contactId }) => contactId === shipped.id),
    };
  });
}

/** In one statement, which a replica can answer: the page must be there while the primary is away. */
async function readPublicContacts(database: Database, contacts: readonly ShippedContact[]): Promise<PublicContact[]> {
  const rows = await store.listPublicStates(
    database,
    contacts.map(({ id }) => id),
  );
  return contacts.map((shipped) => {
    const row = rows.find(({ contactId }) => contactId === shipped.id);
    return {
      shipped,
      current: row?.facts ? { facts: row.facts } : undefined,
      call: row?.outcome && row.calledAt ? { outcome: row.outcome, calledAt: row.calledAt } : undefined,
      failure: row?.firstFailureAt ? { firstAt: row.firstFailureAt } : undefined,
    };
  });
}

function findShipped(id: string): ShippedContact {
  const contact = shippedContacts.find((each) => each.id === id);
  if (!contact) throw notFound('RESCUE_CONTACT_NOT_FOUND');
  return contact;
}

export function createRescueService({ database, audit, licences, clock = systemClock }: Deps) {
  const readOne = async (db: Db, id: string): Promise<KnownContact> => (await readContacts(db, [findShipped(id)]))[0]!;
  const presentOne = async (db: Db, id: string, actor: UserActor) =>
    presentForStaff(await readOne(db, id), actor, clock());
  const readAll = async (actor: UserActor): Promise<AdminRescueContact[]> =>
    (await readContacts(database.db, shippedContacts)).map((contact) => presentForStaff(contact, actor, clock()));

  async function decideChange(actor: UserActor, id: RescueChangeId, state: 'current' | 'rejected') {
    return database.transaction(async (tx) => {
      const version = await store.lockVersion(tx, id);
      if (!version) throw notFound('RESCUE_CHANGE_NOT_FOUND');
      if (version.state !== 'proposed') throw new AppError('ALREADY_DECIDED');
      if (state === 'current') {
        if (version.proposedBy === actor.user.id) throw new AppError('OWN_RESCUE_CHANGE');
        await store.retireCurrent(tx, version.contactId);
        await store.deleteFailures(tx, version.contactId);
      }
      await store.decideVersion(tx, id, state, actor.user.id);
      await audit.record(tx, {
        actor: toAuditActor(actor),
        action: state === 'current' ? 'rescue-contact.change-confirmed' : 'rescue-contact.change-rejected',
        subject: version.contactId,
        detail: { change: id },
      });
      return presentOne(tx, version.contactId, actor);
    });
  }

  return {
    async getCountry(code: string): Promise<RescueCountry> {
      const shipped = shippedContacts.filter(({ iso2 }) => iso2 === code || iso2 === ANY_COUNTRY);
      const country = africanCountries.find((name) => countryCodes[name] === code);
      const [contacts, regime] = await Promise.all([
        readPublicContacts(database, shipped),
        country && licences.findRegime(country),
      ]);
      return {
        prohibition: regime?.regime === 'prohibited' ? presentSource(regime) : null,
        authority: regime
          ? { ...presentSource(regime), regulator: regime.regulator, regulatorUrl: regime.regulatorUrl }
          : null,
        contacts: contacts.map(present),
      };
    },

    /** Idempotent: a second report only counts. */
    reportDead: (actor: Actor, id: string): Promise<RescueContact> =>
      database.transaction(async (tx) => {
        findShipped(id);
        if (await store.addFailure(tx, id)) {
          await audit.record(tx, {
            actor: toAnonymousActor(actor),
            action: 'rescue-contact.reported-dead',
            subject: id,
          });
        }
        return present(await readOne(tx, id));
      }),

    /** Reported ones first, then the longest overdue, then those that nobody has called. */
    async listAll(actor: UserActor): Promise<AdminRescueContact[]> {
      const rank = ({ failures, change, isDue, dueAt }: AdminRescueContact): number =>
        failures > 0 ? 0 : change ? 1 : isDue && dueAt ? 2 : isDue ? 3 : 4;
      return (await readAll(actor)).toSorted(
        (one, other) => rank(one) - rank(other) || (one.dueAt ?? '').localeCompare(other.dueAt ?? ''),
      );
    },

    /** Contacts that nobody has ever called are on the page, but are no task of their own. */
    countOpenWork: async (actor: UserActor): Promise<number> =>
      (await readAll(actor)).filter(
        ({ failures, change, isDue, dueAt }) => failures > 0 || (change && !change.isOwn) || (isDue && dueAt),
      ).length,

    async getHistory(actor: UserActor, id: string) {
      findShipped(id);
      const calls = await store.listCalls(database.db, id);
      const versions = await store.listVersions(database.db, id);
      return {
        calls: calls.map((call) => ({ ...call, calledAt: call.calledAt.toISOString() })),
        versions: versions.map((version) => presentVersion(version, actor)),
      };
    },

    recordCall: (actor: UserActor, id: string, { outcome, note }: BodyOf<typeof recordRescueCall>) =>
      database.transaction(async (tx) => {
        findShipped(id);
        await store.insertCall(tx, { contactId: id, outcome, note: note || null, calledBy: actor.user.id });
        if (outcome !== 'no-answer') await store.deleteFailures(tx, id);
        await audit.record(tx, {
          actor: toAuditActor(actor),
          action: 'rescue-contact.called',
          subject: id,
          detail: { outcome },
        });
        return presentOne(tx, id, actor);
      }),

    proposeChange: (actor: UserActor, id: string, { reason, ...facts }: BodyOf<typeof proposeRescueChange>) =>
      database.transaction(async (tx) => {
        findShipped(id);
        if (!(await store.insertVersion(tx, { contactId: id, facts, reason, proposedBy: actor.user.id })))
          throw new AppError('RESCUE_CHANGE_PENDING');
        await audit.record(tx, {
          actor: toAuditActor(actor),
          action: 'rescue-contact.change-proposed',
          subject: id,
          reason,
        });
        return presentOne(tx, id, actor);
      }),

    confirmChange: (actor: UserActor, id: RescueChangeId) => decideChange(actor, id, 'current'),
    rejectChange: (actor: UserActor, id: RescueChangeId) => decideChange(actor, id, 'rejected'),
  };
}
