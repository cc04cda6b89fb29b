// Owns the finding of sections by file name, each in a chunk of its own.
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
import type { Section } from '../../shared/model.ts'
import { ErrorCard, Guard } from '../ui/error-card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { onlyComponent, widgetName } from './widget-name.ts'
import type { SectionComponent, SectionProps } from './widget-props.ts'

const modules = import.meta.glob('./sections/*.tsx')

const loaders = new Map(Object.entries(modules).map(([file, load]) => [widgetName(file), load]))

export const SECTION_NAMES: readonly string[] = [...loaders.keys()]

const components = new Map<string, LazyExoticComponent<ComponentType<SectionProps>>>()

export function loadSection(name: string): Promise<SectionComponent> | undefined {
  return loaders
    .get(name)?.()
    .then((module) => onlyComponent<SectionComponent>(module))
}

/** Starts the loading of a page's sections before it draws. */
export function preloadSections(sections: readonly Section[]): void {
  for (const name of new Set(sections.map((section) => section.widget))) void loadSection(name)
}

function componentOf(name: string) {
  const known = components.get(name)
  if (known || !loaders.has(name)) return known
  const component = lazy(async () => ({ default: (await loadSection(name)) as SectionComponent }))
  components.set(name, component)
  return component
}

export function SectionSlot(props: SectionProps) {
  const { widget, title } = props.section
  const Widget = componentOf(widget)
  if (!Widget) return <ErrorCard title={`没有名为“${widget}”的区块`} />
  return (
    <Guard name={title ?? widget}>
      <Suspense fallback={<Skeleton shape="block" height={240} />}>
        <Widget {...props} />
      </Suspense>
    </Guard>
  )
}
