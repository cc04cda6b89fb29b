// Owns the button that collects an item and takes it back.
import { ReactionButton } from '../../widgets/reaction-button.tsx'
import type { ActionProps } from '../action-props.ts'

export const CollectAction = (props: ActionProps) => <ReactionButton {...props} kind="collect" />
