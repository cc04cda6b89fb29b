// Owns the button that calls an operation.
import type { ActionProps } from '../action-props.ts'
import { ConfirmedButton } from '../confirmed-button.tsx'

export const CallAction = ({ onAnswer: _own, ...props }: ActionProps) => <ConfirmedButton {...props} />
