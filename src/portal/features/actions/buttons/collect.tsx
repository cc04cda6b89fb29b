// Owns the button that collects an item and takes it back.

import type { ActionProps } from '#portal/features/actions/action-props.ts'
import { ReactionButton } from '#portal/features/actions/reaction-button.tsx'

export const CollectAction = (props: ActionProps) => <ReactionButton {...props} kind="collect" />
