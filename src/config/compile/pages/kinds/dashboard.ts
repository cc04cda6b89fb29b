// Compiles dashboards: pages made of sections, whose calls get the filters of the page.
import type { PagePlace } from '#config/compile/links/compile-context.ts'
import { ROOTS_OF_PAGES } from '#config/compile/links/compile-context.ts'
import type { PageKindFile } from '#config/compile/pages/page-kind.ts'
import { compileSections } from '#config/compile/pages/parts/compile-sections.ts'
import type { WrittenDashboardPage } from '#config/generated/written.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { Section } from '#shared/model/page-model.ts'
import type { DashboardFilter, DashboardPage } from '#shared/model/pages/dashboard.ts'

/** The days that the period stands for are parameters of the page too, so that links may set them. */
const DAYS = ['from', 'to'] as const

export const KIND: PageKindFile<DashboardPage, WrittenDashboardPage> = {
  head: ({ filters = [] }) => ({
    params: Object.fromEntries(['period', ...DAYS, ...filters].map((name) => [name, { required: false }])),
  }),
  roots: () => ROOTS_OF_PAGES,
  compile: ({ at, written, base }) => {
    const { filters = [], period = '30d' } = written
    return {
      ...base,
      kind: 'dashboard',
      period,
      filters: filters.map((name) => FILTERS[name](at)),
      sections: compileSections(at.at('sections'), written.sections).map((section) =>
        withFilters(at, section, [...DAYS, ...filters]),
      ),
    }
  },
}

/** Gives the section's call those filters that it takes and that are not written. */
function withFilters(at: PagePlace, section: Section, names: readonly string[]): Section {
  const { source } = section
  const taken = at.compilation.operations.get(source?.operation ?? '')?.params.properties ?? {}
  if (!source) return section
  const added = names.filter((name) => Object.hasOwn(taken, name) && !Object.hasOwn(source.params, name))
  const params = Object.fromEntries(added.map((name) => [name, `{query.${name}}`]))
  return { ...section, source: { ...source, params: { ...source.params, ...params } } }
}

const FILTERS: Readonly<Record<DashboardFilter['name'], (at: PagePlace) => DashboardFilter>> = {
  zone: ({ context }) => ({
    name: 'zone',
    label: '专区',
    choices: [...context.of('zone')].map(([value, { value: zone }]) => ({
      value,
      label: String((zone as { readonly title?: unknown }).title ?? value),
    })),
  }),
  type: ({ compilation }) => ({
    name: 'type',
    label: '内容类型',
    choices: [...compilation.contentTypes.values()]
      .filter(({ lifecycle }) => publicStates(lifecycle).length > 0)
      .map(({ name, title }) => ({ value: name, label: title })),
  }),
}
