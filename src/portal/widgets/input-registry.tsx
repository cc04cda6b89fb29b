// Finds inputs by file name; each is an rjsf widget.

import type { WidgetProps } from '@rjsf/utils'
import own from 'portal-widgets/inputs'
import type { ComponentType } from 'react'
import { ErrorCard } from '#portal/ui/error-card.tsx'
import { toRegistry } from './widget-name.ts'

export type InputComponent = ComponentType<WidgetProps>

// Inputs come with the form; an input's heavy part is a chunk of its own, loaded by the input.
const modules = import.meta.glob('./inputs/*.tsx', { eager: true })

export const INPUTS = toRegistry<InputComponent>({ ...modules, ...own })

/** For rjsf's `widgets`. */
export const WIDGETS: Readonly<Record<string, InputComponent>> = {
  ...Object.fromEntries(INPUTS),
  // Widget that rjsf requests where none is configured.
  ...(INPUTS.has('switch') ? { checkbox: INPUTS.get('switch') as InputComponent } : {}),
}

/** For `ui:widget`: rjsf would end the whole form over a name that it does not know. */
export function widgetNamed(name: string): string | InputComponent {
  return INPUTS.has(name) ? name : () => <ErrorCard title={`没有名为“${name}”的输入组件`} />
}
