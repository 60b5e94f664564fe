import { Gauge, type Registry } from 'prom-client';
import type { Database } from './database.ts';

/** The values are read when Prometheus asks for them: updating a gauge for each checkout would cost too much. */
export function registerPoolMetrics(
  registry: Registry,
  database: Pick<Database, 'connections'>,
  poolSize: number,
): void {
  const connections = new Gauge({
    name: 'hakiki_database_connections',
    help: 'Connections of this process to PostgreSQL, by whether they are in use or idle.',
    labelNames: ['state'] as const,
    registers: [],
    collect() {
      const { inUse, idle } = database.connections();
      this.set({ state: 'in_use' }, inUse);
      this.set({ state: 'idle' }, idle);
    },
  });
  const limit = new Gauge({
    name: 'hakiki_database_connections_most',
    help: 'Maximum number of connections of this process (DATABASE_POOL_SIZE).',
    registers: [],
  });
  limit.set(poolSize);
  const waiting = new Gauge({
    name: 'hakiki_database_waiting',
    help: 'Callers that wait for a connection.',
    registers: [],
    collect() {
      this.set(database.connections().waiting);
    },
  });
  for (const gauge of [connections, limit, waiting]) registry.registerMetric(gauge);
}
