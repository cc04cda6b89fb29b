// Owns a section whose code comes when a page has it: few have, and what every page loads is to stay small.
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
