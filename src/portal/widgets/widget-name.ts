// Reads a widget's name from its file and its component from its module.
/// <reference path="./portal-widgets.d.ts" />

/** `./cells/long-text.tsx` → `long-text`. */
export function widgetName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'))
}

/** Returns the one component that a widget file exports, among its other exports. */
export function onlyComponent<T>(module: unknown): T {
  const isComponent = (value: unknown) =>
    typeof value === 'function' || (typeof value === 'object' && value !== null)
  return Object.values(module as Record<string, T>).find(isComponent) as T
}
