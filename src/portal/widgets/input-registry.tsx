// Owns the finding of inputs by file name.
import { ErrorCard, Guard } from '../ui/error-card.tsx'
import type { InputComponent, InputProps } from './input-props.ts'
import { onlyComponent, widgetName } from './widget-name.ts'

// Inputs come with the form; an input's heavy part is a chunk of its own, loaded by the input.
const modules = import.meta.glob('./inputs/*.tsx', { eager: true })

export const INPUTS: ReadonlyMap<string, InputComponent> = new Map(
  Object.entries(modules).map(([file, module]) => [widgetName(file), onlyComponent<InputComponent>(module)]),
)

export function InputSlot({ widget, ...props }: InputProps & { readonly widget: string }) {
  const Widget = INPUTS.get(widget)
  if (!Widget) return <ErrorCard title={`没有名为“${widget}”的输入组件`} />
  return (
    <Guard name={props.field.title}>
      <Widget {...props} />
    </Guard>
  )
}
