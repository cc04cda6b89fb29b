// Owns how a widget's name is read from its file and its component from its module.

/** `./cells/long-text.tsx` → `long-text`. */
export function widgetName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'))
}

/** The one component that a widget file exports. */
export function onlyComponent<T>(module: unknown): T {
  return Object.values(module as Record<string, T>)[0] as T
}
