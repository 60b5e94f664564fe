import type { Database } from '../../src/platform/db/database.ts';

/** Counts what is sent to the database, in whichever way. A transaction counts as one. */
export function createStatementCounter(database: Database) {
  let statements = 0;
  const counting = <Call extends (...values: never[]) => unknown>(call: Call): Call =>
    ((...values: Parameters<Call>) => {
      statements += 1;
      return call(...values);
    }) as Call;
  const counted: Database = {
    ...database,
    read: counting(database.read),
    query: counting(database.query),
    transaction: counting(database.transaction),
    db: new Proxy(database.db, {
      get(db, name, receiver) {
        const value: unknown = Reflect.get(db, name, receiver);
        if (name === 'execute' || name === 'select') statements += 1;
        return value;
      },
    }),
  };
  return {
    database: counted,
    count: async <Result>(work: () => Promise<Result>): Promise<{ result: Result; sent: number }> => {
      statements = 0;
      const result = await work();
      return { result, sent: statements };
    },
  };
}
