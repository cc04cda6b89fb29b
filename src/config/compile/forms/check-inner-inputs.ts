// Checks the inputs inside a group or the rows of a list: they may not depend on the form around them.

import { widgetsOf } from '#config/compile/common/widget-schemas.ts'
import { innerSchemas } from '#config/compile/fields/check-annotations.ts'
import type { Place } from '#config/load/place.ts'
import { fieldTypeOf } from '#shared/model/field-type.ts'
import { NO_OPTIONS, reportOptions } from './check-widget-options.ts'

type Raw = Readonly<Record<string, unknown>>

export function checkInnerInputs(here: Place, raw: Raw): void {
  for (const [at, child] of innerSchemas(here, raw)) {
    const named = child['x-widget']
    if (typeof named === 'string') checkInnerInput(at, child, named)
    else if (child['x-options'] !== undefined) at.at('x-options').report('options_alone', { key: true })
  }
}

function checkInnerInput(here: Place, raw: Raw, named: string): void {
  const inputs = widgetsOf(here.context, 'input')
  if (here.context.of('widget').size === 0) return
  const at = here.at('x-widget')
  const file = at.find('widget', '输入组件', named, inputs)?.value
  if (!file) return
  const type = fieldTypeOf(raw)
  if (!file.inside)
    at.report('widget_inside', {
      found: named,
      known: [...inputs].filter(([, { value }]) => value.inside).map(([name]) => name),
    })
  else if (file.accepts && !file.accepts.includes(type))
    at.report('widget_field_type.inside', { named, type })
  const options = raw['x-options'] as Record<string, never> | undefined
  if (options) reportOptions(here.at('x-options'), named, file.options ?? NO_OPTIONS, options)
}
