// Owns the button that supports an item.
import { ReactionButton } from '../../widgets/reaction-button.tsx'
import type { ActionProps } from '../action-props.ts'

export const SupportAction = (props: ActionProps) => <ReactionButton {...props} kind="support" />
