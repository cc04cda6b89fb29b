// Draws a section whose source is a list, plain or behind tabs: its states, and the items once there are some.
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Tabs } from '#portal/ui/tabs.tsx'
import { listOf } from '#portal/widgets/items/read-list.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { SectionBody, SectionFrame } from './section-frame.tsx'
import { useSectionRead } from './use-section-read.ts'

interface Tab {
  readonly label: string
  /** Added to the parameters of the source. */
  readonly params: Readonly<Record<string, unknown>>
}

interface Props extends Omit<ComponentProps<typeof SectionFrame>, 'read' | 'isEmpty' | 'children'> {
  readonly tabs?: readonly Tab[] | undefined
  /** Which of the items are shown; all by default. */
  readonly isShown?: (item: Item) => boolean
  readonly children: (items: readonly Item[]) => ReactNode
}

function useItems({ section, scope, isShown = () => true }: Props, params?: Tab['params']) {
  const read = useSectionRead(section, scope, params)
  const items = listOf(read.data).filter(isShown)
  return { items, states: { read, isEmpty: items.length === 0 } }
}

export function ListSection({ tabs, ...props }: Props) {
  return tabs ? <TabbedList {...props} tabs={tabs} /> : <PlainList {...props} />
}

function PlainList(props: Props) {
  const { isShown: _, children, ...frame } = props
  const { items, states } = useItems(props)
  return (
    <SectionFrame {...frame} {...states}>
      {children(items)}
    </SectionFrame>
  )
}

function TabbedList({ tabs, ...props }: Props & { readonly tabs: readonly Tab[] }) {
  const { section, scope, className } = props
  const [label, setLabel] = useState('')
  const tab = tabs.find((one) => one.label === label) ?? tabs[0]
  const panel = useId()
  return (
    <SectionFrame section={section} scope={scope} {...(className ? { className } : {})}>
      <Tabs
        label={section.title ?? '分类'}
        panel={panel}
        tabs={tabs.map((one) => ({ value: one.label, label: one.label }))}
        value={tab?.label ?? ''}
        onChange={setLabel}
      />
      <div id={panel} role="tabpanel" aria-label={tab?.label}>
        <Panel {...props} params={tab?.params ?? {}} />
      </div>
    </SectionFrame>
  )
}

function Panel({ params, ...props }: Props & Pick<Tab, 'params'>) {
  const { section, scope, skeleton, children } = props
  const { items, states } = useItems(props, params)
  return (
    <SectionBody section={section} scope={scope} skeleton={skeleton} {...states}>
      {children(items)}
    </SectionBody>
  )
}
