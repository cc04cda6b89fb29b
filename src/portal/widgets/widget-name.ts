// Collects widgets by the names of their files, each with the one component of its module.
/// <reference path="./portal-widgets.d.ts" />

/** Returns the one component that a widget file exports, among its other exports. */
export function onlyComponent<T>(module: unknown): T {
  const isComponent = (value: unknown) =>
    typeof value === 'function' || (typeof value === 'object' && value !== null)
  return Object.values(module as Record<string, T>).find(isComponent) as T
}

/** By name: that of `./cells/long-text.tsx` is `long-text`. */
export function toRegistry<T>(modules: Readonly<Record<string, unknown>>): ReadonlyMap<string, T> {
  const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'))
  return new Map(Object.entries(modules).map(([file, module]) => [nameOf(file), onlyComponent<T>(module)]))
}
