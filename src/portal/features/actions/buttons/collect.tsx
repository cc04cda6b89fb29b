// Draws the button that adds an item to the collection and removes it.

import type { ActionProps } from '#portal/features/actions/action-props.ts'
import { ReactionButton } from '#portal/features/actions/reaction-button.tsx'

export const CollectAction = (props: ActionProps) => <ReactionButton {...props} kind="collect" />
