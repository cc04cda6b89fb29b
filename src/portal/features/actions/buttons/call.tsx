// Draws the button that calls an operation.
import type { ActionProps } from '#portal/features/actions/action-props.ts'
import { ConfirmedButton } from '#portal/features/actions/confirmed-button.tsx'

export const CallAction = ({ onAnswer: _own, ...props }: ActionProps) => <ConfirmedButton {...props} />
