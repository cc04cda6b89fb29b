// Types a widget's options by the widget's own schema, against which the configuration was validated.
import type { WidgetOptions } from '#shared/generated/widget-options.ts'

/** Of a column, filter, section or input. */
export function optionsOf<Widget extends keyof WidgetOptions>(holder: {
  readonly options?: unknown
}): WidgetOptions[Widget] {
  return (holder.options ?? {}) as WidgetOptions[Widget] // by the checker
}
