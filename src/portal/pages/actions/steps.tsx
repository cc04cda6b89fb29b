// Owns the button that takes a step of the lifecycle for the ticked rows.
import type { ActionProps } from '../action-props.ts'
import { ConfirmedButton } from '../confirmed-button.tsx'

export function StepsAction(props: ActionProps) {
  const { action, onAnswer } = props
  const { confirm = `将对勾选的内容逐条执行“${action.label}”，不能办理的会说明原因，其余照常办理。` } = action
  return <ConfirmedButton {...props} action={{ ...action, confirm }} {...(onAnswer ? { onAnswer } : {})} />
}
