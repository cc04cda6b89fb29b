// Draws a section whose code loads only on pages that have it: few have it, and the code of every page stays small.
import { Suspense } from 'react'
import type { SectionComponent, SectionProps } from '#portal/widgets/widget-props.ts'
import { SectionFrame } from './section-frame.tsx'

interface Props extends SectionProps {
  readonly view: SectionComponent
}

const ON_ITS_WAY = { data: undefined, error: undefined, loading: true, retry: () => undefined }

export function LateSection({ view: View, ...props }: Props) {
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
