// Draws the button that leads to the form for reporting an item.
import type { ActionProps } from '#portal/features/actions/action-props.ts'
import { PageLink } from '#portal/features/actions/page-link-button.tsx'

export const ReportAction = (props: ActionProps) => <PageLink {...props} />
