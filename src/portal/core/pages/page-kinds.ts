// Loads the component that draws each kind of page; each is a chunk of its own.
import type { ReactNode } from 'react'
import { onceEach } from '#portal/core/state/once.ts'
import type { Page, PageKind } from '#shared/model/page-model.ts'
import { importView } from './page-views.ts'

type View = (props: { readonly page: Page }) => ReactNode

export const viewOfKind = onceEach(async (kind: PageKind): Promise<View> => {
  // Of a kind without a view there is no module, which fails too.
  const exported = Object.entries((await importView(kind)) as Readonly<Record<string, View>>)
  const view = exported.find(([name]) => name.endsWith('PageView'))?.[1]
  if (!view) throw new Error(`no view of ${kind}`)
  return view
})
