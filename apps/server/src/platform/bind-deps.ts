/** The function without its first parameter. */
type Bound<Deps, Function> = Function extends (deps: Deps, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** Binds the `deps` of a service's functions, so that its factory lists them and nothing more. */
export const bindDeps = <Deps, Functions extends Record<string, (deps: Deps, ...rest: never[]) => unknown>>(
  deps: Deps,
  functions: Functions,
): { [Name in keyof Functions]: Bound<Deps, Functions[Name]> } =>
  Object.fromEntries(
    Object.entries(functions).map(([name, call]) => [name, (...rest: never[]) => call(deps, ...rest)]),
  ) as never;
