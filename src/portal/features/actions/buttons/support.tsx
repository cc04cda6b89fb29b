// Draws the button that supports an item.

import type { ActionProps } from '#portal/features/actions/action-props.ts'
import { ReactionButton } from '#portal/features/actions/reaction-button.tsx'

export const SupportAction = (props: ActionProps) => <ReactionButton {...props} kind="support" />
