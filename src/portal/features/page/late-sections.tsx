// Draws the sections around the main content of a page; their code is loaded once that is on the screen.
import type { ComponentProps } from 'react'
import { once, useOnce } from '#portal/core/state/once.ts'
import { Failed } from '#portal/ui/failed.tsx'
import { useAfterPaint } from '#portal/ui/hooks/use-after-paint.ts'

const GRID = once(async () => (await import('#portal/features/zone/section-grid.tsx')).SectionGrid)

type Props = ComponentProps<NonNullable<typeof GRID.value>>

export function LateSections(props: Props) {
  const isPainted = useAfterPaint()
  const isWanted = isPainted && props.sections.length > 0
  const { value: View = GRID.value, error, retry } = useOnce(isWanted ? GRID : null)
  if (View) return <View {...props} />
  if (error) return <Failed message="此部分加载失败，请检查网络后重试" retry={retry} />
  return <div className={props.sections.length > 0 ? 'eq-grid eq-grid-waits' : 'eq-grid'} />
}
