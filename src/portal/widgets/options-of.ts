// Owns the type of a widget's options: what its own schema declares, which the configuration was held against.
import type { WidgetOptions } from '#shared/generated/widget-options.ts'

/** Of a column, filter, section or input. */
export function optionsOf<Widget extends keyof WidgetOptions>(holder: {
  readonly options?: unknown
}): WidgetOptions[Widget] {
  return (holder.options ?? {}) as WidgetOptions[Widget] // by the checker
}
