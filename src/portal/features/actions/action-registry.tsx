// Finds the button of an action by its kind, which is the name of the button's file.
import { onlyComponent, widgetName } from '#portal/widgets/widget-name.ts'
import type { ActionComponent, ActionProps } from './action-props.ts'

const modules = import.meta.glob('./buttons/*.tsx', { eager: true })

export const ACTION_BUTTONS: ReadonlyMap<string, ActionComponent> = new Map(
  Object.entries(modules).map(([file, module]) => [widgetName(file), onlyComponent<ActionComponent>(module)]),
)

export function ActionButton(props: ActionProps) {
  const Button = ACTION_BUTTONS.get(props.action.do)
  return Button ? <Button {...props} /> : null
}
