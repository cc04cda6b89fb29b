// Reads a section's source and draws the result with a component from a chunk of its own.
import { type ComponentType, Suspense } from 'react'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { SectionComponent, SectionProps } from '#portal/widgets/widget-props.ts'
import { SectionFrame } from './section-frame.tsx'
import { useSectionRead } from './use-section-read.ts'

interface LateSectionProps extends SectionProps {
  readonly view: SectionComponent
}

const ON_ITS_WAY = { data: undefined, error: undefined, loading: true, retry: () => undefined }

/**
 * Draws a section whose code loads only on pages that have it: few have it, and the code of every page stays
 * small.
 */
export function LateSection({ view: View, ...props }: LateSectionProps) {
  const { section, scope } = props
  return (
    <Suspense
      fallback={
        <SectionFrame section={section} scope={scope} read={ON_ITS_WAY}>
          {null}
        </SectionFrame>
      }
    >
      <View {...props} />
    </Suspense>
  )
}

interface Props extends SectionProps {
  readonly view: ComponentType<{ readonly data: unknown }>
  /** The least that can be drawn. */
  readonly isFilled: (data: unknown) => boolean
  readonly empty: string
  /** Height of what is shown while the chunk is on its way. */
  readonly lines: number
}

export function LazySection({ section, scope, view: View, isFilled, empty, lines }: Props) {
  const read = useSectionRead(section, scope)
  return (
    <SectionFrame section={section} scope={scope} read={read} isEmpty={!isFilled(read.data)} empty={empty}>
      <Suspense fallback={<Skeleton lines={lines} />}>
        <View data={read.data} />
      </Suspense>
    </SectionFrame>
  )
}
