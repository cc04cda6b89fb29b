// Owns the button that leads to the form on which an item is reported.
import type { ActionProps } from '../action-props.ts'
import { PageLink } from '../page-link.tsx'

export const ReportAction = (props: ActionProps) => <PageLink {...props} />
