// Declares the model of dashboards: pages of sections that share a period and other filters.
import type { DashboardPeriod } from '#shared/formats/periods.ts'
import type { PageBase, Section } from '#shared/model/page-model.ts'

export interface DashboardFilter {
  readonly name: 'zone' | 'type'
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

export interface DashboardPage extends PageBase {
  readonly kind: 'dashboard'
  /** The period with which it opens. */
  readonly period: DashboardPeriod
  readonly filters: readonly DashboardFilter[]
  readonly sections: readonly Section[]
}

declare module '#shared/model/page-model.ts' {
  interface PageKinds {
    readonly dashboard: DashboardPage
  }
}
