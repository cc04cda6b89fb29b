// Draws the sections around the main content of a page; their code is loaded once that is on the screen.
import { type ComponentProps, useEffect, useState } from 'react'
import { createStore } from '#portal/core/state/store.ts'
import { Failed } from '#portal/ui/failed.tsx'
import { useAfterPaint } from '#portal/ui/hooks/use-after-paint.ts'

type Sections = typeof import('#portal/features/zone/section-grid.tsx').SectionGrid

/** Empty until it is here. */
const store = createStore<{ readonly View?: Sections }>({})

/** Rejects when the code cannot be had; the next call tries again. */
async function load(): Promise<void> {
  store.set({ View: (await import('#portal/features/zone/section-grid.tsx')).SectionGrid })
}

export function LateSections(props: ComponentProps<Sections>) {
  const isPainted = useAfterPaint()
  const { View } = store.use()
  const [isFailed, setFailed] = useState(false)
  const isWanted = isPainted && !View && !isFailed && props.sections.length > 0
  useEffect(() => {
    if (isWanted) load().catch(() => setFailed(true))
  }, [isWanted])
  if (View) return <View {...props} />
  if (isFailed) return <Failed message="此部分加载失败，请检查网络后重试" retry={() => setFailed(false)} />
  return <div className={props.sections.length > 0 ? 'eq-grid eq-grid-waits' : 'eq-grid'} />
}
