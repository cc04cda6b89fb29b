// Draws the filter by a first and a last day.

import type { FilterProps } from '#portal/widgets/widget-props.ts'
import { RangeForm } from './parts/range-form.tsx'

export const DateRangeFilter = (props: FilterProps) => <RangeForm {...props} type="date" />
