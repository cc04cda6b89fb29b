// Draws the button that executes a transition of the lifecycle for the ticked rows.
import type { ActionProps } from '#portal/features/actions/action-props.ts'
import { ConfirmedButton } from '#portal/features/actions/confirmed-button.tsx'

export function StepsAction(props: ActionProps) {
  const { action } = props
  const { confirm = `确定对勾选的内容逐条${action.label}？不能办理的会列出原因，不影响其余内容。` } = action
  return <ConfirmedButton {...props} action={{ ...action, confirm }} />
}
