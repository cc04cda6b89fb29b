// Owns the sections below and beside what a page is about: their code comes once that is on the screen.
import { type ComponentProps, useEffect, useState } from 'react'
import { Failed } from '../ui/failed.tsx'
import { useAfterPaint } from '../ui/use-after-paint.ts'

type Sections = typeof import('./sections.tsx').Sections

let loaded: Sections | undefined

async function load(): Promise<Sections> {
  loaded ??= (await import('./sections.tsx')).Sections
  return loaded
}

export function LateSections(props: ComponentProps<Sections>) {
  const isPainted = useAfterPaint()
  const [isFailed, setFailed] = useState(false)
  const [, setLoaded] = useState(loaded !== undefined)
  const isWanted = isPainted && props.sections.length > 0 && !isFailed
  useEffect(() => {
    if (!isWanted || loaded) return
    let current = true
    load().then(
      () => current && setLoaded(true),
      () => current && setFailed(true),
    )
    return () => {
      current = false
    }
  }, [isWanted])
  if (loaded) {
    const View = loaded
    return <View {...props} />
  }
  if (isFailed) return <Failed message="这里没有加载出来，请检查网络后重试" retry={() => setFailed(false)} />
  return <div className={props.sections.length > 0 ? 'eq-grid eq-grid-waits' : 'eq-grid'} />
}
